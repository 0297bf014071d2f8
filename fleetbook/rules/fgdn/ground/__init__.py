"""What all chapters use: cards, ships, dice, the clock, movement, armour, sinking."""
