"""What all parts of these rules build on: cards, ships, fleets, phases, and the hooks by which a variant changes rules."""
