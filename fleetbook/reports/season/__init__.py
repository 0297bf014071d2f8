"""A season of many battles. ``summary`` holds it as data, ``section`` as blocks of a page."""
