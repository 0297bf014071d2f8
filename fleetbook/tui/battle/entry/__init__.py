"""An order being filled in: its form, keys, odds, and what it asks for while it is given."""
