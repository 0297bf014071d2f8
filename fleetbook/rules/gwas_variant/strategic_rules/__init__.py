"""The variant's advanced strategic rules, numbered 1 to 11."""
