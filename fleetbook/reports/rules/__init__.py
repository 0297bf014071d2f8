"""Rules in reports: what a system declares, readings, house rules, the page for the table."""
