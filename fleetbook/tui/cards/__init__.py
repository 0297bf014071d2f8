"""Draw ship cards: rows of boxes, bars, and the columns in which the board shows ships."""
