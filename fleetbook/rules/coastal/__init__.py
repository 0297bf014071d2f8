"""WWII coastal warfare: motor torpedo boats, gunboats, trawlers and what they escort."""

from fleetbook.rules.coastal.ruleset import CoastalRules

RULESET = CoastalRules()
