"""Battles that doctrines fight alone."""
