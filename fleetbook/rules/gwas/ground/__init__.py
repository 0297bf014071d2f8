"""The base of the player aid: cards, ships, fleets, phases, and hooks for variants."""
