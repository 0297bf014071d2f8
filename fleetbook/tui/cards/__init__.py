"""Draw ship cards, with rows of boxes, bars, and the columns of the board, and choose the ships on it."""
