"""The form of an order: rows, keys, odds, and questions about dice and choices. Orders of players are here too."""
