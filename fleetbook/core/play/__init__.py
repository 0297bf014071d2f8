"""Orders played: the journal, the driver, the views of each side, and records in words."""
