"""An order being filled in, key by key: no widget and no drawing."""
