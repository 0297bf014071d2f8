"""The host of a battle for app, dialogue and shell: opens it, offers orders, asks for dice and choices, gives, undoes."""
