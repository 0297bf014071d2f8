"""The players' window: pages for phones and the wall, served while a battle is shared."""
