"""Proposals by fleetbook to the referee, such as the next order or a range measured before."""
