"""The variant's tactical events."""
