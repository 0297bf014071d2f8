"""Reports of a battle. Modules for each subject, such as damage or luck, make data and sections of the report."""
