"""Commands that begin a battle, play it and tell of it."""
