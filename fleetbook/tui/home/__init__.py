"""The home page, where battles are continued, begun and managed."""
