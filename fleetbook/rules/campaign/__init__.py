"""The rules of a campaign: battles are counted, ships sail, days pass, and ports mend and restock ships."""
