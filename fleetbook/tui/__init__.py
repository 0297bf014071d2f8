"""The app: the battle screen and what opens from it. Only this layer knows Textual."""
