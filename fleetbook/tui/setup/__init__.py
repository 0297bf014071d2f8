"""A battle set up by hand."""
