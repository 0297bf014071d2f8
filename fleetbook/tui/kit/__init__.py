"""Parts of every screen: pages, lines, text fields, lists, colours, keys."""
