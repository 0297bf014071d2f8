"""How rules declare orders: inputs, checks and effects, the turn sequence, and the rule system as a whole."""
