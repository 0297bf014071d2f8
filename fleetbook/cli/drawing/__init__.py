"""Draw status, odds and rules as text for a terminal of 80 columns."""

CELLS = 80
