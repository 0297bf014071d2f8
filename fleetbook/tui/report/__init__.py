"""The page that shows a battle's report in the app."""
