"""Word lists, written for this package. Data only: what words mean to each other, never what to do about it."""
