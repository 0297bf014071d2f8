"""Rule packages, ours and strangers': their declarations, their faults, and the places of faults in their files."""
