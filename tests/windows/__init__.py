"""The Windows campaign: fleetbook's wheel on Windows' own Python, run by Wine. `.venv/bin/pytest -n0 -m windows` runs it."""
