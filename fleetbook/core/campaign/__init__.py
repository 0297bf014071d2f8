"""Ships between two battles of a campaign: the damage that they keep, and its repair."""
