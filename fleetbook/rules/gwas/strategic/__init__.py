"""The game turn: weather, orders, movement and contact."""
