"""Rules as data and in reports, such as readings, house rules and a reference page."""
