"""The players' window."""
