-- The secret of each day of simulated prices. Its SHA-256 is published before the day, the secret itself after it. Rows are never changed.
-- walk: the version of the walk, and for a fixed secret of tests a name of that secret.
CREATE TABLE price_secret (
  walk text NOT NULL,
  day integer NOT NULL,
  secret bytea NOT NULL CHECK (length(secret) = 32),
  committed_at bigint NOT NULL,
  PRIMARY KEY (walk, day)
);
