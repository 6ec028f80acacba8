"""MEASURE: labelled files in, figures with intervals out. Nothing here changes how a case is decided."""
