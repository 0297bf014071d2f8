"""Tactical combat: how it begins, moves and ends."""
