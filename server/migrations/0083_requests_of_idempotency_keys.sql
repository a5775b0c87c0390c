-- Compatible since: 0028_unconfirmed_sends.sql

-- So that a key that is sent with another request is refused instead of answered with the RFI of the first one.
alter table sandbox_rfis
  -- Of the call with `idempotency_key`. Null for rows of earlier versions, whose reply is repeated for any request.
  add column request_hash bytea;
