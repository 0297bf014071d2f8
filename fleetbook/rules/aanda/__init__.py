"""Rules for pre-dreadnought battles, from the A&A sheet of 2020: squadrons, armour and sinking tests."""

from fleetbook.rules.aanda.ruleset import AandaRules

RULESET = AandaRules()
