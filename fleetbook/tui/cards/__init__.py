"""Ship cards as lines: boxes, bars, and the grid of the board."""
