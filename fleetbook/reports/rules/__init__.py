"""Rules in reports: declarations, readings, house rules and the page for the table."""
