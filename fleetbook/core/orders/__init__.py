"""What a referee may give: orders with their inputs, the effects that they yield, the turn sequence, the rule system."""
