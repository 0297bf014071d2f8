"""A second computation of the whole system, written from the sheet alone: it shares no code and no table with the rules.

What happened is kept as plain facts under the names that a battle keeps them by, so that both can be compared fact by fact.
"""
