"""The roster editor."""
