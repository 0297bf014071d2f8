"""The engine: tables, orders, battles with their facts, the play of a battle, and the odds of an order."""
