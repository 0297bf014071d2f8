"""Referee a battle in a dialogue, with one question per line, for screen readers and simple terminals."""
