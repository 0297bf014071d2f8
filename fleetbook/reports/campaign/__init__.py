"""The report of a campaign: its battles, the strength of its fleets, the life of each ship, and her captains."""
