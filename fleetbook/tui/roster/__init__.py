"""The editor for rosters and ship cards."""
