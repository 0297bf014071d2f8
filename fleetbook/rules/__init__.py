"""The rule systems, one folder each."""

RULE_SYSTEMS = {
    "coastal": "fleetbook.rules.coastal:RULESET",
    "aanda": "fleetbook.rules.aanda:RULESET",
    "fgdn": "fleetbook.rules.fgdn:RULESET",
    "gwas": "fleetbook.rules.gwas:RULESET",
    "gwas-variant": "fleetbook.rules.gwas_variant:RULESET",
}
"""The built-in rule systems: the id of each, and the object to import for it. Other packages declare theirs by an entry point.
Nothing is imported here.
"""
