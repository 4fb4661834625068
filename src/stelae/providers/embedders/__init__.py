"""Embedders: adapters of `ports.Embedder`, one module a vendor. Constructing one loads nothing."""
