"""Sentences of the rules as data, and the one place where they are put into words."""
