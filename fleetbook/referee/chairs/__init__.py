"""Doctrines in the chairs of absent players. They ask for measurements and propose orders to the referee."""
