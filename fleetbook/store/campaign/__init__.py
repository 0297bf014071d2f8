"""Campaigns as files: the plan that one begins with, the battles that it counts, and the scenarios that it writes."""
