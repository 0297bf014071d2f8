"""The home screen: what there is to go on with or to begin."""
