"""What all chapters of these rules build on: cards, ships, movement, armour and sinking."""
