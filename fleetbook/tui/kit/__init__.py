"""The parts of every screen, such as pages, lines, lists and keys."""
