"""What all of the player aid uses: cards, ships, fleets, phases, the hooks of variants."""
