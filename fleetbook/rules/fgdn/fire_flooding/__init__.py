"""Fire and flooding (8.2), with their severity, their growth and damage control."""
