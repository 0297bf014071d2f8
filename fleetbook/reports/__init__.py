"""A battle read back: its state, its journal, its odds and its rules as words and as data, and reports of the whole."""
