"""The course of a battle: its moments, its turning point, a summary in words, and its chart."""
