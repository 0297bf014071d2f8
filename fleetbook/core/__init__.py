"""The engine: tables, orders, facts, battles, play and odds. No screen and no clock; of the disk only a ruleset's tables."""
