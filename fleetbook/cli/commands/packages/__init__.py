"""Commands for authors of rule systems: make a new package, and check a package."""
