"""What all screens are built from, such as pages, lines, lists and keys."""
