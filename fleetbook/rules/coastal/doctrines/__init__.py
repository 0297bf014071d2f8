"""Doctrines of the coastal rules, and their models on a plane."""

from fleetbook.rules.coastal.doctrines.break_off import BreakOff
from fleetbook.rules.coastal.doctrines.close_in import CloseIn
from fleetbook.rules.coastal.doctrines.cover import Cover
from fleetbook.rules.coastal.doctrines.hold_range import HoldRange
from fleetbook.rules.coastal.doctrines.models import CoastalModels
from fleetbook.rules.coastal.doctrines.run_home import RunHome
from fleetbook.rules.coastal.doctrines.torpedo_run import TorpedoRun

MODELS = CoastalModels
DOCTRINES = (HoldRange, CloseIn, TorpedoRun, Cover, BreakOff, RunHome)
