"""Commands that begin a battle, play it and report on it."""
