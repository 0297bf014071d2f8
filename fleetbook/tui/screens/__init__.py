"""Screens: who owns the keys, and what happens on them."""
