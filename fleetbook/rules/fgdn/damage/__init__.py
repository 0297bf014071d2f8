"""Damage (8.1): shells, torpedoes, bombs and mines, and what they take off."""
