"""The tests: a folder for each room, and what they share; CONTRIBUTING.md has the map."""
