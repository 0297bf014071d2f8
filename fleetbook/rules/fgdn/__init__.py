"""Rules from Fear God and Dread Nought 1.1: gunfire of the First World War, damage, fires and flooding."""

from fleetbook.rules.fgdn.ruleset import FgdnRules

RULESET = FgdnRules()
