"""The shell: one module for each command. What is asked for goes to stdout, everything else to stderr."""
