"""The battle file: an SQLite database that stores every order of a battle."""
