"""A battle: its setup, its facts at a moment, the events that change them, and the records of its lines."""
