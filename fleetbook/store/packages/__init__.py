"""Rule packages: what they declare, the mistakes in it, and the places of mistakes in their files."""
