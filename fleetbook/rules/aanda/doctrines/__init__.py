"""Doctrines of the A&A sheet, and its models on a plane."""

from fleetbook.rules.aanda.doctrines.break_off import BreakOff
from fleetbook.rules.aanda.doctrines.close_and_ram import CloseAndRam
from fleetbook.rules.aanda.doctrines.cover import Cover
from fleetbook.rules.aanda.doctrines.hold_range import HoldRange
from fleetbook.rules.aanda.doctrines.line_of_battle import LineOfBattle
from fleetbook.rules.aanda.doctrines.models import AandaModels
from fleetbook.rules.aanda.doctrines.run_home import RunHome
from fleetbook.rules.aanda.doctrines.torpedo_attack import TorpedoAttack

MODELS = AandaModels
DOCTRINES = (LineOfBattle, HoldRange, CloseAndRam, TorpedoAttack, Cover, BreakOff, RunHome)
