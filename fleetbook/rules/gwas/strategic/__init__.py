"""The game turn: weather, orders, movement, mines, aircraft, contact."""
