"""What a referee does before and after a battle, without widgets: what there is, setting up, editing rosters, reading reports."""
