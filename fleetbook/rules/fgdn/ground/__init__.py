"""The ground of all chapters, from cards and ships to sinking."""
