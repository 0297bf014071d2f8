"""Battles that doctrines fight without players: the table, the dice, one battle, many battles, and their statistics."""
