"""The season: battles are counted, ships sail, days pass, and ports mend and restock them."""
