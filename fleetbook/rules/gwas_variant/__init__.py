"""The Great War at Sea player aid with the advanced rules of the Perleberg variant."""

from fleetbook.rules.gwas_variant.ruleset import VariantRules

RULESET = VariantRules()
