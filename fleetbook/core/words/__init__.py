"""Sentences of the rules as data, and the one place that puts them into words."""
