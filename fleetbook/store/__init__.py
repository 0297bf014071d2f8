"""Files on the disk: rosters, scenarios and house rules in TOML, and the battle file in SQLite."""
