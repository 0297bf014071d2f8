"""The battle screen and the pages that open from it."""
