"""The formats of a report: Markdown, text, HTML, forum post, CSV and JSON, with the charts and photos of the pages."""
