"""The mutation bench: from any text, claims whose label is known by how they were made. No labels, no model."""
