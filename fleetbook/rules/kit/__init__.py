"""What several rule systems have in common."""
