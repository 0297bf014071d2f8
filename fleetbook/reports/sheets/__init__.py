"""Ship cards to print: on pages of HTML, or as plain text."""
