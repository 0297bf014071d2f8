"""The variant's advanced strategic rules (strategic 1 to 11)."""
