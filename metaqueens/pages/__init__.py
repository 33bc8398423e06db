"""Pages in one file: templates, scripts and a content security policy."""
