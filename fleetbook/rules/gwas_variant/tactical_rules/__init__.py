"""The variant's advanced tactical rules, numbered 1 to 18."""
