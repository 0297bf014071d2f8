"""Repairs and serviceability (8.4, 8.5)."""
