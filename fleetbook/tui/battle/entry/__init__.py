"""An order being filled in: its form, keys, odds and questions."""
