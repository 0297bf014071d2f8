"""Render a report in its formats, such as HTML or CSV, with charts and photos."""
