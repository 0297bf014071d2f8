"""Fire and flooding (8.2): how severe they are, how they grow and how they are fought."""
