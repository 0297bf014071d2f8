"""The command line, with one module for each command. Answers go to stdout, everything else to stderr."""
