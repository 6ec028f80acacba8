"""MEASURE: labelled files in, figures with intervals out. Does not change how a case is decided."""
