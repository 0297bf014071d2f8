"""Critical hits (8.3): what is drawn, and what each does."""
