"""The pages on which a battle is set up."""
