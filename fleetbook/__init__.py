"""A terminal assistant for refereeing battles of model warships."""

__version__ = "0.1.0"
