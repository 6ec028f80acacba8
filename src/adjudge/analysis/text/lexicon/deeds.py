"""What people did or what befell them, and the nouns that count it: "12 people died" are twelve deaths."""

_LINES = """
died die dies killed perished dead deceased: death fatality dead casualty victim
injured wounded hurt: injury casualty
infected: infection case
reviewed review: review
arrested detained: arrest detention
hospitalised hospitalized: hospitalisation hospitalization
recovered: recovery
voted: vote ballot
applied: application
complained: complaint
attended: attendee visitor
resigned: resignation
graduated: graduate graduation
gestorben starben starb: tote toter todesfall todesopfer
verletzt: verletzter verletzte
infiziert: infektion fall
"""

DEEDS: dict[str, frozenset[str]] = {
    verb: frozenset(nouns.split())
    for line in _LINES.strip().splitlines()
    for verbs, _, nouns in [line.partition(":")]
    for verb in verbs.split()
}
