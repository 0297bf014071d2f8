"""Campaigns: battles counted, ships mended, scenarios written, and whole random seasons."""
