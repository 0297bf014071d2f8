"""Rules from the Great War at Sea player aid: naval war by zones and hexes, with orders plotted turns ahead."""

from fleetbook.rules.gwas.ruleset import GwasRules

RULESET = GwasRules()
