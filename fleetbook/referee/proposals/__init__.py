"""What fleetbook itself proposes: the next order, a range measured before, another face of a die. The referee gives it."""
