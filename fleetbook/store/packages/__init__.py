"""Rule packages: their declarations, the mistakes in these, and the places of mistakes in files."""
