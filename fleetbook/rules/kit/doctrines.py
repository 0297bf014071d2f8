"""The public kit for doctrines. Doctrines use its names, and rules describe their models with them for a simulated table."""

from fleetbook.core.doctrines.doctrine import Chair, Doctrine
from fleetbook.core.doctrines.helm import ABEAM, AWAY, HOLD, HOME, IN_LINE, TOGETHER, TOWARDS, WITH, Course, Formation, Helm
from fleetbook.core.doctrines.models import A_SPEED, INTERVAL, Models, PlaneFigure, PlaneFigures, Run
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.doctrines.tape import Tape

__all__ = [
    "ABEAM",
    "AWAY",
    "A_SPEED",
    "HOLD",
    "HOME",
    "INTERVAL",
    "IN_LINE",
    "TOGETHER",
    "TOWARDS",
    "WITH",
    "Chair",
    "Course",
    "Doctrine",
    "Formation",
    "Helm",
    "Models",
    "PlaneFigure",
    "PlaneFigures",
    "Proposed",
    "Run",
    "Tape",
]
