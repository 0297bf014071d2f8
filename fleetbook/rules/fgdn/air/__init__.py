"""Aircraft and airships (8.7, 8.8)."""
