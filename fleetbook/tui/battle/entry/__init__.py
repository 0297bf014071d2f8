"""The form of an order: its rows, keys and odds, its questions about dice and choices, and orders that players propose."""
