"""The form of an order, with its rows, keys and odds, and questions about dice and choices."""
