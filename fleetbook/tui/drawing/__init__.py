"""Pictures of the battle as lines of styled text: no widget, no key, no rule system."""
