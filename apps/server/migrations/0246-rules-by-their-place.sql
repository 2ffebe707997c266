-- A rule holds from its place within a command on: what fell due before it keeps the rules before. Names of instruments are kept like their other rules, because
-- a receipt states the name that held when it was made.
-- The histories are empty now, and the next start makes them again from the journal.
TRUNCATE orders, fills, ledger_line, transfers, command_outcome, balance, daily_balance,
  order_terms, positions, position_history, latest_mark, instrument_rule, happening, latest, projection_checkpoint;

ALTER TABLE instrument_rule ADD COLUMN event_index integer NOT NULL,
  DROP CONSTRAINT instrument_rule_pkey, ADD PRIMARY KEY (venue, seq, event_index, instrument, kind);
DROP INDEX instrument_rule_of_instrument;
CREATE INDEX instrument_rule_of_instrument ON instrument_rule (venue, instrument, kind, seq, event_index);
