"""The refereeing session that app, dialogue and command line share. It offers, gives and undoes orders."""
