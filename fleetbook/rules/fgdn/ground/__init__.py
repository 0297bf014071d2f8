"""The basis for all chapters of these rules: cards, ships, movement, armour and sinking."""
