"""Pre-dreadnought battles: squadrons, armour and sinking tests, by the A&A sheet of 2020."""

from fleetbook.rules.aanda.ruleset import AandaRules

RULESET = AandaRules()
