"""Measures the product through its own door: extraction and recall on fixed samples, over several runs (K21)."""
