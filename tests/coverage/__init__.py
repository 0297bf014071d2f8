"""That every section of every sheet is ruled on and proved: ``python -m tests.coverage`` writes the tables, tests hold them."""
