"""The players' window: read-only pages of a battle for phones and a screen on the wall, served while the referee shares it."""
