"""Critical hits (8.3): their kinds and their effects."""
