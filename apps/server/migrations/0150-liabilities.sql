-- What a venue owed its customers at one command of its journal: a tree of sums for each asset, whose roots the journal keeps as one digest.
CREATE TABLE liabilities (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  venue text NOT NULL,
  -- One in each period of the job, however often it runs.
  period bigint NOT NULL,
  at timestamptz NOT NULL,
  -- The command up to which the ledger was read.
  seq bigint NOT NULL,
  -- All salts follow from it. Customers get the salts of their own leaves, nobody gets the secret.
  secret bytea NOT NULL,
  -- Over the roots of all assets.
  digest bytea NOT NULL,
  -- The command that wrote the digest into the journal; null: not yet.
  anchor_seq bigint,
  UNIQUE (venue, period)
);
CREATE TABLE liabilities_asset (
  liabilities_id bigint NOT NULL REFERENCES liabilities ON DELETE CASCADE,
  asset integer NOT NULL,
  root bytea NOT NULL,
  -- In the asset's smallest unit: what customers are owed, and what the house itself holds in the ledger.
  total numeric(40, 0) NOT NULL,
  house numeric(40, 0) NOT NULL,
  customers integer NOT NULL,
  -- Account and amount of each leaf: 4 and 16 bytes, big-endian, by account.
  leaves bytea NOT NULL,
  PRIMARY KEY (liabilities_id, asset)
);
