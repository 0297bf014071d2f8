"""The home page: battles to go on with, and new ones."""
