"""The engine: tables and orders, battles and their facts, play and odds."""
