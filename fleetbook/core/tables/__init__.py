"""Tables, figures, modifiers and readings of a sheet, as printed and with house rules laid over them."""
