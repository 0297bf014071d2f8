"""A ship between two battles of a campaign: the damage that she keeps, and how it is repaired."""
