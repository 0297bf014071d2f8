"""Reports of a battle: modules for each subject, such as damage or luck, make data and sections of the report."""
