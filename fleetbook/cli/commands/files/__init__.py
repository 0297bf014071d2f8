"""Commands for rosters, scenarios, house rules, ship sheets and keys."""
