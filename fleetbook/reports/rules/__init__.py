"""Rules as data and as parts of reports: rule systems, readings, house rules, and a reference page."""
