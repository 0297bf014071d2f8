"""Fire and flooding (8.2): how severe, how they grow, how they are fought."""
