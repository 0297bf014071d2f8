"""The report inside the app."""
