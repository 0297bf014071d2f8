"""Critical hits (8.3): their natures and their effects."""
