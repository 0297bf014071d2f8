"""The commands of the command line. Each module defines one click command, named ``command``."""
