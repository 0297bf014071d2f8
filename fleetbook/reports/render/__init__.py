"""The formats of a report, with the charts and photos of its pages."""
