"""The players' window, which serves web pages for phones and for a screen on the wall while a battle is shared."""
