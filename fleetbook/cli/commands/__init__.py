"""The shell's commands, one in each module, each a click command named ``command``."""
