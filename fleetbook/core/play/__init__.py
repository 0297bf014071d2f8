"""Orders played: the journal, the driver that rolls or takes dice, what a side may know, records in words."""
