"""A second computation of the whole system, written from the sheet alone. It shares no code and no table with the rules.

Facts are kept under the names that a battle uses, so that both can be compared fact by fact.
"""
