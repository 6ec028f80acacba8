"""Which set belongs to which group. A set that is not named is in a group of its own name, never left out."""

GROUPS = {
    "Hand-written claims": ("written", "written_summaries"),
    "German": ("written_de", "written_summaries_de"),
    "Public NLI pairs": ("snli", "mnli"),
    "NLI probes": (
        "probe_ambient",
        "probe_breaking_nli",
        "probe_conjnli",
        "probe_med_monotonicity",
        "probe_negation_nli",
    ),
    "Fact checks": ("fever_symmetric", "healthver", "vitaminc_pages", "wice", "trials"),
    "Summaries": ("bump", "finesumfact", "frank", "summedits", "summeval", "xsumfaith", "ragtruth_summary"),
    "LLM answers": ("lfqa", "ragtruth_qa", "ragtruth_data2txt"),
    "Citations": ("citations",),
    "Tables": ("tables",),
    "Contracts": ("contracts",),
}
_OF = {name: group for group, names in GROUPS.items() for name in names}


def group_of(name: str) -> str:
    """The group of a set."""
    return _OF.get(name, name)
