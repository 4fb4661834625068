"""HTTP under `/v1`: routes, error map, paging, idempotency."""
