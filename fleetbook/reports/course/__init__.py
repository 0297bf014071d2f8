"""The course of a battle: important moments, the turning point, a summary in words, and a chart."""
