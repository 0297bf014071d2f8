"""Rosters, scenarios, house rules and preferences: TOML files that belong to the user."""
