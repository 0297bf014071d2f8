"""The odds of an order. The app imports the shapes at its start, and the computation with core.odds on demand."""
