"""Fear God and Dread Nought 1.1: gunfire of the first world war, and what shells, torpedoes, fire and flood do to ships."""

from fleetbook.rules.fgdn.ruleset import FgdnRules

RULESET = FgdnRules()
