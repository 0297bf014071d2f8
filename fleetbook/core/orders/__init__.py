"""Orders as rules declare them: inputs, checks, effects, the turn sequence and the rule system."""
