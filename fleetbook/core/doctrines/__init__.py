"""Orders without a player: a doctrine gives them, and a tape answers for the inputs that are measured."""
