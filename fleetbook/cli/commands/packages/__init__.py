"""Commands for authors of rules: a package to begin with, and a check of a package."""
