"""Lagoon: invented rules that use what few do: a simultaneous step, states between ships, two damage tracks, own scores."""
