"""The tables, figures, modifiers and readings of a sheet, as printed and as changed by house rules."""
