"""Guns and torpedoes, and the damage that they do."""
