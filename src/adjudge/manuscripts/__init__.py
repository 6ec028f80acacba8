"""READ: documents that people write (Markdown, reStructuredText, HTML, LaTeX, plain text) as sentences with places.

In: a file. Out: a `Manuscript`: sentences without markup that know where they stand in the file, headings, links,
footnotes, front matter, citations, comments. Nothing here judges, fetches or writes.
"""
