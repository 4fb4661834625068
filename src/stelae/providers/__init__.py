"""Adapters of models: embedders, date parsers, language models. One vendor a module, named by `assembly` alone."""
