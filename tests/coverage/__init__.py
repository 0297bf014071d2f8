"""What proves that every section of every sheet is ruled on: ``python -m tests.coverage`` writes the tables, a test holds them."""
