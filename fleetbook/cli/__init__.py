"""The shell, with one module for each command. stdout holds the answer, stderr everything else."""
