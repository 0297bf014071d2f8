"""Rules for WWII coastal warfare: motor torpedo boats, gunboats, trawlers and the ships they escort."""

from fleetbook.rules.coastal.ruleset import CoastalRules

RULESET = CoastalRules()
