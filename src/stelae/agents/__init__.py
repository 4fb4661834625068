"""Front doors inside frameworks and plain loops: they translate and never decide."""
