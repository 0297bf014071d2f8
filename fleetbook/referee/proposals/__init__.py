"""Proposals to the referee: by fleetbook, such as the next order or a range measured earlier, and by players on phones."""
