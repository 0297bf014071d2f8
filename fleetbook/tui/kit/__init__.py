"""The building blocks of all screens, such as pages, lines, lists and keys."""
