"""Damage in reports: turns, causes, boxes, shots, and lost ships."""
