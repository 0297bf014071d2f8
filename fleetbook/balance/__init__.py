"""Battles that doctrines fight alone: the plane, the dice, the battle, many battles, and their table."""
