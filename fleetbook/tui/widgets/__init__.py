"""Widgets: places on the screen that show lines and repaint only those that changed."""
