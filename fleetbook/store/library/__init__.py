"""Rosters, scenarios, house rules and preferences: TOML files that a person owns."""
