"""Pages for people, as Markdown and HTML."""
