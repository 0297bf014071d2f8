"""What a battle is: its setup, the facts at a moment, the events that change them, the record of a line."""
