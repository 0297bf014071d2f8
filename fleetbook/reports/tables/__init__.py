"""A battle as tables, such as the tables of shots and of ships: each kind of row in a module, all kinds in ``kinds``."""
