"""For tests of rule packages, ours and strangers': a game to drive, random orders, invariants, odds against every face."""
