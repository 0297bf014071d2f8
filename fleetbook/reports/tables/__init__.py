"""A battle as tables, such as those of shots and of ships. Each kind of row has a module; ``kinds`` lists all tables."""
