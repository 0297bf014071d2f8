"""The variant's advanced tactical rules (tactical 1 to 18)."""
