"""The session in which a battle is refereed. The app, the dialogue and the command line all use it."""
