-- Two tables for every event that a room of the engine declares: its declaration says which of them keeps it, whose it is and what it is about.
DROP TABLE settlement, funding_round, timed_contract, margin_warning;

-- Events that are kept each, and settlements. Their place in the journal is their name. Of the house too, because a risk page shows all liquidations.
CREATE TABLE happening (
  venue text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- What it is about, as the declaration says; 0: nothing.
  key bigint NOT NULL,
  -- The account whose history it belongs to; 0: nobody's.
  owner integer NOT NULL,
  seq bigint NOT NULL,
  event_index integer NOT NULL,
  time bigint NOT NULL,
  -- The whole event; amounts without an upper bound are strings of digits.
  event jsonb NOT NULL,
  -- The mark price that it used.
  mark jsonb,
  instrument integer GENERATED ALWAYS AS ((event->>'instrument')::integer) STORED,
  position_id bigint GENERATED ALWAYS AS ((event->>'position')::bigint) STORED,
  order_id bigint GENERATED ALWAYS AS ((event->>'order')::bigint) STORED,
  PRIMARY KEY (seq, event_index, venue)
);
CREATE INDEX happening_of_owner ON happening (owner, kind, time, seq, event_index, venue) INCLUDE (instrument);
CREATE INDEX happening_of_position ON happening (position_id, seq, event_index, venue) WHERE position_id > 0;
CREATE INDEX happening_of_order ON happening (order_id, seq, venue) WHERE order_id > 0;
CREATE INDEX happening_of_key ON happening (key, kind, venue) WHERE key > 0;
CREATE INDEX happening_of_risk ON happening (instrument, kind, seq, event_index, venue) WHERE kind IN ('liquidation', 'deleverage', 'fundingRound');
CREATE INDEX happening_told ON happening (seq, event_index, venue)
  WHERE kind IN ('liquidation', 'deleverage', 'fundingPayment', 'timed', 'corporateAction', 'marginWarning');

-- Of events that are kept by their latest, the newest one of each key.
CREATE TABLE latest (
  venue text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  key bigint NOT NULL,
  owner integer NOT NULL,
  seq bigint NOT NULL,
  event_index integer NOT NULL,
  time bigint NOT NULL,
  event jsonb NOT NULL,
  instrument integer GENERATED ALWAYS AS ((event->>'instrument')::integer) STORED,
  status smallint GENERATED ALWAYS AS ((event->>'status')::smallint) STORED,
  PRIMARY KEY (key, kind, venue)
) WITH (fillfactor = 70);
CREATE INDEX latest_of_owner ON latest (owner, kind, key, venue) INCLUDE (instrument, status);
CREATE INDEX latest_of_instrument ON latest (instrument, kind, venue) WHERE instrument IS NOT NULL;

-- The histories are empty now, and the next start makes them again from the journal.
TRUNCATE orders, fills, ledger_line, transfers, command_outcome, balance, daily_balance,
  order_terms, positions, position_history, latest_mark, instrument_rule, projection_checkpoint;
