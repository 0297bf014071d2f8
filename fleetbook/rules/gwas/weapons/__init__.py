"""Guns and torpedoes, and their damage."""
