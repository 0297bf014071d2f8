"""What fleetbook proposes to the referee: the next order, a range measured before, other faces of a die."""
