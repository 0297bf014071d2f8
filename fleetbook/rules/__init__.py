"""The rule systems, one folder each."""

RULE_SYSTEMS = {
    "coastal": "fleetbook.rules.coastal:RULESET",
    "aanda": "fleetbook.rules.aanda:RULESET",
    "fgdn": "fleetbook.rules.fgdn:RULESET",
    "gwas": "fleetbook.rules.gwas:RULESET",
    "gwas-variant": "fleetbook.rules.gwas_variant:RULESET",
}
"""The program's own, by id, each with its object; a package declares its own by an entry point. None is loaded here."""
