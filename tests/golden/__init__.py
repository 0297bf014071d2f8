"""Whole battles kept as lists of orders, with the report and the log that must come of them byte for byte."""
