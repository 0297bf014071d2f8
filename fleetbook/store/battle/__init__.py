"""The battle file: one SQLite file that keeps every order."""
