"""Tables, figures, modifiers and readings of a sheet, as printed and as house rules change them."""
