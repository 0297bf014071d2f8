"""The ground of all chapters: cards, ships, dice, clock, movement, armour, sinking."""
