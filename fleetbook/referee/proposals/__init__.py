"""Proposals of fleetbook itself: the next order, a range measured before, another face of a die. The referee gives it."""
