"""The journal in reports: its lines, the story that they tell, rulings, dice."""
