"""Damage in reports: turns, causes, boxes struck, shots, ships lost."""
