"""Language models behind `ports.LanguageModel`: one module a vendor, and the choice among what a server has."""
