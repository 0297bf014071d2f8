"""The rule systems, one folder each."""
