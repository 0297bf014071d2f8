"""The shapes of all JSON that fleetbook writes."""
