"""Rules from the Great War at Sea player aid with Perleberg's advanced rules, called the variant."""

from fleetbook.rules.gwas_variant.ruleset import VariantRules

RULESET = VariantRules()
