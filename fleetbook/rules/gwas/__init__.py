"""Naval war by zones and hexes: strategic turns, plotted orders and tactical combat, by the Great War at Sea player aid."""

from fleetbook.rules.gwas.ruleset import GwasRules

RULESET = GwasRules()
