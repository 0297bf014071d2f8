"""A ship between two battles: what is left of her, and what becomes of it."""
