"""Doctrines that play for absent players. They ask the referee for measurements and propose orders to the referee."""
