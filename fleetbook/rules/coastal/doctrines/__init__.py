"""Doctrines of the coastal rules, and their models on a plane."""

from fleetbook.rules.coastal.doctrines.models import CoastalModels

MODELS = CoastalModels
DOCTRINES = ()
