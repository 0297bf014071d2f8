"""The shell's commands. Each module holds one, a click command named ``command``."""
