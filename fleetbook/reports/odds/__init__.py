"""The odds of an order: their shapes, which the app imports at its start, and the computation, which needs core.odds."""
