"""The data of a battle: its setup and its present facts. Events change the facts, and records store the events."""
