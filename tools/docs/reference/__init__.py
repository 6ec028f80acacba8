"""Reference pages as Markdown, one module each with a `page()` that reads the code."""
