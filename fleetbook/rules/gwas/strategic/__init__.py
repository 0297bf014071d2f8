"""The game turn outside combat: weather, orders, movement and contact."""
