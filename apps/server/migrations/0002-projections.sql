-- Views of the journal for people to page through. All can be dropped and made again: npm run rebuild-projections.
-- Amounts are minor units, prices ticks, quantities lots, times milliseconds since the epoch. Accounts below 100000 are the house.

CREATE TABLE projection_checkpoint (
  venue text PRIMARY KEY,
  seq bigint NOT NULL,
  time bigint NOT NULL
);

CREATE TABLE orders (
  venue text NOT NULL,
  order_id bigint NOT NULL,
  account integer NOT NULL,
  instrument integer NOT NULL,
  side smallint NOT NULL,
  type smallint NOT NULL,
  tif smallint NOT NULL,
  post_only boolean NOT NULL,
  price_ticks bigint NOT NULL,
  trigger_ticks bigint NOT NULL,
  lots bigint NOT NULL,
  quote_amount bigint NOT NULL,
  filled_lots bigint NOT NULL,
  filled_quote bigint NOT NULL,
  reserved numeric NOT NULL,
  reserved_asset integer NOT NULL,
  status smallint NOT NULL,
  reason text NOT NULL,
  placed_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- Sequence of the command that changed it last.
  seq bigint NOT NULL,
  PRIMARY KEY (venue, order_id)
) WITH (fillfactor = 80);
CREATE INDEX orders_of_account ON orders (venue, account, order_id);

-- One row a trade, both sides.
CREATE TABLE fills (
  venue text NOT NULL,
  fill_id bigint NOT NULL,
  seq bigint NOT NULL,
  event_index integer NOT NULL,
  time bigint NOT NULL,
  instrument integer NOT NULL,
  price_ticks bigint NOT NULL,
  lots bigint NOT NULL,
  base_units numeric NOT NULL,
  quote_units bigint NOT NULL,
  taker_side smallint NOT NULL,
  taker_order bigint NOT NULL,
  taker_account integer NOT NULL,
  taker_fee_ppm integer NOT NULL,
  taker_fee bigint NOT NULL,
  taker_fee_asset integer NOT NULL,
  maker_order bigint NOT NULL,
  maker_account integer NOT NULL,
  maker_fee_ppm integer NOT NULL,
  maker_fee bigint NOT NULL,
  maker_fee_asset integer NOT NULL,
  -- Of the receipt anyone can recompute.
  receipt_hash bytea,
  PRIMARY KEY (venue, fill_id)
);
CREATE INDEX fills_of_taker ON fills (venue, taker_account, fill_id) WHERE taker_account >= 100000;
CREATE INDEX fills_of_maker ON fills (venue, maker_account, fill_id) WHERE maker_account >= 100000;

-- The statement. Of the house: every line but the freezes and releases of its quotes.
CREATE TABLE ledger_line (
  venue text NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  event_index integer NOT NULL,
  time bigint NOT NULL,
  posting integer NOT NULL,
  wallet smallint NOT NULL,
  asset integer NOT NULL,
  direction smallint NOT NULL,
  available_delta numeric NOT NULL,
  frozen_delta numeric NOT NULL,
  available_after numeric NOT NULL,
  frozen_after numeric NOT NULL,
  flow integer NOT NULL,
  order_id bigint NOT NULL,
  fill_id bigint NOT NULL,
  PRIMARY KEY (venue, account, seq, event_index)
);

CREATE TABLE transfers (
  venue text NOT NULL,
  account integer NOT NULL,
  seq bigint NOT NULL,
  time bigint NOT NULL,
  from_wallet smallint NOT NULL,
  to_wallet smallint NOT NULL,
  asset integer NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (venue, account, seq)
);

-- The first answer to each of a customer's commands, for ever.
CREATE TABLE command_outcome (
  venue text NOT NULL,
  account integer NOT NULL,
  command_id uuid NOT NULL,
  seq bigint NOT NULL,
  time bigint NOT NULL,
  -- First 16 bytes of the SHA-256 of the command's body.
  body_hash bytea NOT NULL,
  outcome text NOT NULL,
  -- The id's own time where it was ahead of the exchange's, else null.
  ahead bigint,
  PRIMARY KEY (venue, account, command_id)
);
CREATE INDEX command_outcome_by_seq ON command_outcome USING brin (seq) WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX command_outcome_ahead ON command_outcome (venue, ahead) WHERE ahead IS NOT NULL;

CREATE TABLE balance (
  venue text NOT NULL,
  account integer NOT NULL,
  wallet smallint NOT NULL,
  asset integer NOT NULL,
  available numeric NOT NULL,
  frozen numeric NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (venue, account, wallet, asset)
) WITH (fillfactor = 60);

-- The balance at the end of each UTC day on which it changed.
CREATE TABLE daily_balance (
  venue text NOT NULL,
  account integer NOT NULL,
  day date NOT NULL,
  wallet smallint NOT NULL,
  asset integer NOT NULL,
  available numeric NOT NULL,
  frozen numeric NOT NULL,
  PRIMARY KEY (venue, account, day, wallet, asset)
) WITH (fillfactor = 60);
