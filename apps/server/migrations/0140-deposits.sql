-- Money that comes in. The engine decides what is credited; these tables say what was seen, and to whom an address belongs.
CREATE TABLE deposit_address (
  network text NOT NULL,
  -- Place of the address in the vault's account; where a network has tags, the tag.
  index integer NOT NULL,
  account integer NOT NULL,
  customer_id bigint NOT NULL,
  address text NOT NULL,
  tag bigint,
  -- The vault's signature over network, account, index, address and tag; null: an address of the gateway.
  attestation text,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (network, index),
  UNIQUE (network, account)
);
CREATE INDEX deposit_address_of ON deposit_address (network, address);

-- What the watcher of a network knows.
CREATE TABLE chain_tip (network text PRIMARY KEY, blocks jsonb NOT NULL, at timestamptz NOT NULL);
CREATE TABLE chain_observation (
  network text NOT NULL,
  id text NOT NULL,
  observation jsonb NOT NULL,
  PRIMARY KEY (network, id)
);

CREATE TABLE deposit (
  -- Dense: the engine keeps one bit for each.
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rail integer NOT NULL,
  -- One name for one payment outside: transaction and output, a line of a statement, a trade of the gateway. Null while an order waits for its payment.
  external_id text,
  -- Null: nobody's yet.
  account integer,
  customer_id bigint,
  step text NOT NULL,
  -- In the smallest units of the rail, and how many decimals they have.
  units numeric NOT NULL,
  decimals smallint NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- When it reached each step.
  steps jsonb NOT NULL,
  expires_at timestamptz,
  due_at timestamptz,
  tx_hash text,
  address text,
  tag bigint,
  confirmations integer,
  needed integer,
  reason_code text,
  remark text,
  -- With the number it makes the evidence in the journal, which tells nobody what it is of.
  salt bytea NOT NULL,
  credited_seq bigint,
  UNIQUE (rail, external_id),
  CHECK (step <> 'credited' OR (account IS NOT NULL AND credited_seq IS NOT NULL))
);
CREATE INDEX deposit_of ON deposit (customer_id, number);
CREATE INDEX deposit_ready ON deposit (number) WHERE step = 'ready';
CREATE INDEX deposit_tx ON deposit (tx_hash);

-- A rail that must not be credited by machine until people have looked: an altered address, a payment that changed.
CREATE TABLE rail_alarm (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rail integer,
  network text,
  text text NOT NULL,
  at timestamptz NOT NULL,
  ended_at timestamptz
);
