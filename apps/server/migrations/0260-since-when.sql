-- Since when heads of the log lack the notary's signature or a witness's, in milliseconds; null while they have it. A server that starts again goes on counting.
ALTER TABLE log_state ADD COLUMN unsigned_since bigint;
ALTER TABLE log_state ADD COLUMN unwitnessed_since bigint;
