"""The data of a battle: its setup, its current facts, the events that change facts, and the records of its journal."""
