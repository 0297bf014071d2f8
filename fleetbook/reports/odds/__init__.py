"""The odds of an order, as data."""
