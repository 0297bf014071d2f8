"""A battle read back, by subject, as data and as sections of a report."""
