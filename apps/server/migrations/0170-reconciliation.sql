-- What is held outside against what is owed inside. Amounts are whole units of the asset, exact to 18 decimals.
CREATE TABLE reconciliation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  -- The command of the real venue up to which the ledger was read.
  seq bigint NOT NULL,
  -- Why it could not be read whole: a node that did not answer. Then there are no lines.
  problem text
);
CREATE TABLE reconciliation_line (
  reconciliation_id bigint NOT NULL REFERENCES reconciliation ON DELETE CASCADE,
  asset integer NOT NULL,
  custody numeric(60, 18) NOT NULL,
  liabilities numeric(60, 18) NOT NULL,
  simulated numeric(60, 18) NOT NULL,
  not_credited numeric(60, 18) NOT NULL,
  being_sent numeric(60, 18) NOT NULL,
  cost numeric(60, 18) NOT NULL,
  difference numeric(60, 18) NOT NULL,
  -- Where it is: place, amount.
  places jsonb NOT NULL,
  PRIMARY KEY (reconciliation_id, asset)
);
-- Network costs of transactions that are final, and the command that booked each. What is below the asset's smallest unit stays unbooked.
CREATE TABLE network_cost (
  network text NOT NULL,
  tx_hash text NOT NULL,
  asset integer NOT NULL,
  cost numeric(60, 18) NOT NULL,
  found_at timestamptz NOT NULL,
  booked numeric(60, 18) NOT NULL DEFAULT 0,
  booked_seq bigint,
  -- How often the engine refused to book it. A refusal is remembered under its command id, so the next try has another.
  refused integer NOT NULL DEFAULT 0,
  PRIMARY KEY (network, tx_hash)
);
CREATE INDEX network_cost_unbooked ON network_cost (found_at) WHERE booked_seq IS NULL;
-- One open case about each asset.
CREATE UNIQUE INDEX case_file_one_difference ON case_file ((subject->>'asset')) WHERE kind = 'difference' AND step NOT IN ('passed', 'refused', 'cancelled');
