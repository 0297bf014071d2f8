"""The balance of a scenario: who wins how often when doctrines fight it."""
