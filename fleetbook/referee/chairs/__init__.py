"""Chairs that doctrines fill: what they must be told of the table, and the orders that they propose to the referee."""
