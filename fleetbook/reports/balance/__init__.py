"""The balance of a scenario: how often each side wins when doctrines fight it."""
