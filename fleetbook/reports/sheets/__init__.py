"""Ship cards to print, as HTML or plain text."""
