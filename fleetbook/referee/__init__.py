"""The host of a battle for app, dialogue and shell: it opens one, says what can be ordered, asks for dice and choices, keeps."""
