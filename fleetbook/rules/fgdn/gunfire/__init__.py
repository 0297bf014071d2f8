"""Gunfire (6-4)."""
