-- What receipts need beside the event of a settlement, as it was when it happened.

-- The newest mark price of each contract, with what it is the median of.
CREATE TABLE latest_mark (
  venue text NOT NULL,
  instrument integer NOT NULL,
  event jsonb NOT NULL,
  PRIMARY KEY (venue, instrument)
) WITH (fillfactor = 50);

-- The mark that a liquidation or a funding round used.
ALTER TABLE settlement ADD COLUMN mark jsonb;
ALTER TABLE funding_round ADD COLUMN mark jsonb;
CREATE UNIQUE INDEX funding_round_number ON funding_round (venue, instrument, round);

-- Every rule and corporate action that the engine accepted for an instrument, in its own words.
CREATE TABLE instrument_rule (
  venue text NOT NULL,
  seq bigint NOT NULL,
  time bigint NOT NULL,
  instrument integer NOT NULL,
  kind text NOT NULL,
  command jsonb NOT NULL,
  PRIMARY KEY (venue, seq)
);
CREATE INDEX instrument_rule_of_instrument ON instrument_rule (venue, instrument, kind, seq);
