"""What the project's own tasks run: see the Makefile."""
