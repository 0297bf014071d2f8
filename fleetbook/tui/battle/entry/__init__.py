"""The form in which an order is filled in: its rows, keys, odds, and questions about dice and choices."""
