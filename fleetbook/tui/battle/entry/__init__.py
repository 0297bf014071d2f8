"""The form of an order, with its rows, keys and odds, questions about dice and choices, and the orders that players send."""
