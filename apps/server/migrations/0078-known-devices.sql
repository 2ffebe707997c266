-- Browsers that a customer has signed in with. A browser invents its key and keeps it; the database has its hash.
CREATE TABLE known_device (
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  key_hash bytea NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, key_hash)
);
CREATE INDEX known_device_seen_at ON known_device (seen_at);

-- One code at a time for a purpose, a target and whoever asked for it: nobody voids or guesses away the code of another. Codes live for ten minutes.
DELETE FROM verification_code;
ALTER TABLE verification_code
  ADD COLUMN asker bytea NOT NULL,
  ADD COLUMN other_tries smallint NOT NULL DEFAULT 0,
  DROP CONSTRAINT verification_code_pkey,
  ADD PRIMARY KEY (purpose, target, customer_id, asker);
