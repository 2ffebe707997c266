-- Deposits that customers announce, and what outside says about them: statements of banks, callbacks of gateways and providers, claims.
ALTER TABLE deposit ADD COLUMN claimed_at timestamptz;

CREATE TABLE deposit_order (
  number bigint PRIMARY KEY REFERENCES deposit,
  -- What the customer pays, in its smallest units. Desks that exchange take another currency than they credit.
  pays text NOT NULL,
  pays_units numeric NOT NULL,
  -- Until then at least the deposit's units are credited for it. Null where nothing is exchanged.
  rate text,
  rate_until timestamptz,
  -- The account on file that the customer named.
  card text,
  business boolean NOT NULL
);

-- Statements of our bank accounts, each imported whole and once.
CREATE TABLE bank_statement (
  account text NOT NULL,
  number integer NOT NULL,
  currency text NOT NULL,
  opening numeric NOT NULL,
  closing numeric NOT NULL,
  -- SHA-256 of its content, the same whichever format told it.
  digest text NOT NULL,
  imported_at timestamptz NOT NULL,
  PRIMARY KEY (account, number)
);
CREATE TABLE bank_line (
  account text NOT NULL,
  id text NOT NULL,
  statement integer NOT NULL,
  booked_on date NOT NULL,
  -- Negative for money that left.
  units numeric NOT NULL,
  currency text NOT NULL,
  reference text NOT NULL,
  name text NOT NULL,
  counterparty text NOT NULL,
  end_to_end_id text NOT NULL,
  -- Null: nobody announced it.
  deposit bigint REFERENCES deposit,
  PRIMARY KEY (account, id),
  FOREIGN KEY (account, statement) REFERENCES bank_statement
);
CREATE INDEX bank_line_unmatched ON bank_line (account) WHERE deposit IS NULL AND units > 0;

-- Trades that a gateway or a provider told of. The same trade told with other facts is an alarm.
CREATE TABLE gateway_trade (
  provider text NOT NULL,
  trade_id text NOT NULL,
  facts text NOT NULL,
  deposit bigint NOT NULL REFERENCES deposit,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (provider, trade_id)
);

-- Tries to claim a transaction: so many a day, so that nobody guesses.
CREATE TABLE deposit_claim (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX deposit_claim_of ON deposit_claim (customer_id, at);
