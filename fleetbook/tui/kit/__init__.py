"""What all screens are made of: pages, lines, text fields, lists, colours, keys."""
