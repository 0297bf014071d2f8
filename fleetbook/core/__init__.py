"""The engine: tables, orders, battles and their facts. It plays battles and computes odds."""
