"""The host of a battle for the app, the dialogue and the shell. It offers orders, asks for dice and choices, gives, undoes."""
