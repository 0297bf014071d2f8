"""Commands about rosters, scenarios, house rules, sheets and keys."""
