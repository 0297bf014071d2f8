"""Draw ship cards with boxes and bars, and the ships on the board. Choose the ships that the board shows."""
