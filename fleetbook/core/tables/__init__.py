"""The tables, figures, modifiers and readings of a sheet. House rules may change them."""
