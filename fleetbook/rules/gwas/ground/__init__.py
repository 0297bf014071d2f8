"""The base of these rules: cards, ships, fleets and phases. It also holds the hooks, with which a variant changes rules."""
