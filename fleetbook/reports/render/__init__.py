"""Blocks and battles in a format: Markdown, text, HTML, CSV, JSON, ship sheets."""
