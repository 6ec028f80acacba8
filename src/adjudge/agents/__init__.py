"""WHO answers: the roles with their briefs and lenses, the hearing in which they are asked, and the evidence gate."""
