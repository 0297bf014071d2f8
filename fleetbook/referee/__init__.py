"""The refereeing session that app, dialogue and command line share: offer orders, ask for dice and choices, give, undo."""
