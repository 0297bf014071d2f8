"""Files on disk: rosters, scenarios and house rules as TOML, and battles as SQLite databases."""
