"""Many battles as a season: the summary as data in ``summary``, and as the blocks of a page in ``section``."""
