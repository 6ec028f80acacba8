"""The protocols' own records: what stands in `Verdict.result`, field for field as each seed document names it."""
