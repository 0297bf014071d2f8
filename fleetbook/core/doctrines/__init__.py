"""A doctrine gives a side's orders without players. A tape answers for the inputs that are measured."""
