"""The players' window: web pages for players' phones and for a screen on the wall, served while a battle is shared."""
