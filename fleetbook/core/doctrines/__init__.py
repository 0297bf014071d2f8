"""Orders that nobody types: doctrines give them, and a tape answers what is measured."""
