"""The Great War at Sea player aid: naval war by zones and hexes, with plotted orders."""

from fleetbook.rules.gwas.ruleset import GwasRules

RULESET = GwasRules()
