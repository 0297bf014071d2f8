"""The tables of Pond boats. Rows go by words, numbers and faces. Faces stand along either side and in the cells."""

from __future__ import annotations

TABLES = """
sheet = "Pond boats, one page"

[table.gunfire]
title = "Gunfire"
section = "P2"
rows = { by = "range", kind = "numbers" }
columns = { by = "D6", kind = "faces", die = "d6" }
head = ["1-3", "4-5", "6+"]
cells = [
    ["1-10", "miss", "hit", "two hits"],
    ["11-30", "miss", "miss", "hit"],
]

[table.hits]
title = "Hits of a result"
section = "P2"
rows = { by = "result" }
columns = { by = "what" }
head = ["hits"]
cells = [["miss", "-"], ["hit", 1], ["two hits", 2]]

[table.leaks]
title = "Leaks"
section = "P4"
rows = { by = "kind" }
columns = { by = "result" }
head = ["nothing", "leak", "flood"]
faces_in_cells = true
die = "2d4"
cells = [
    ["punt", "2-4", "5-6", "7-8"],
    ["barge", "2-6", "7-8", "-"],
]

[table.bailing]
title = "Bailing"
section = "P6"
rows = { by = "D4", kind = "faces", die = "d4" }
columns = { by = "light" }
head = ["day", "dusk"]
cells = [
    ["1-2", "wet", "wet"],
    ["3", "dry", "wet"],
    ["4", "dry", "dry"],
]

[table.weather]
title = "Weather"
section = "P7"
rows = { by = "result" }
columns = { by = "season" }
head = ["spring", "autumn"]
faces_in_cells = true
results = "rows"
die = "d6"
reading = "the sheet prints no weather"
cells = [
    ["calm", "1-4", "1-2"],
    ["gusts", "5-6", "3-6"],
]

[modifiers.shooting]
title = "Aim"
section = "P2"
line = [
    { id = "steady", value = 1, text = "firer stopped" },
    { id = "far", value = -1, text = "over 10 ft", section = "P2a" },
    { id = "gust", value = -2, text = "a gust", reading = "the sheet forgets the wind" },
]

[reading.hit_dice]
value = "d3"
text = "boxes of a hit"
reason = "the sheet prints no dice"
section = "P3"

[reading.hole_score]
value = 3
text = "holed on this or more, D4"
reason = "unclear print"
section = "P3"

[reading.flood_boxes]
value = 1
text = "boxes of a flood"
reason = "unclear print"
section = "P4"

[reading.drag]
value = 0.5
text = "knots lost for a hole"
reason = "the sheet is silent"
section = "P4"

[reading.gusts_blow]
value = true
text = "gusts blow"
reason = "the sheet is silent"
section = "P7"
"""
