-- Several announced changes may take effect with one command.
ALTER TABLE instrument_rule DROP CONSTRAINT instrument_rule_pkey, ADD PRIMARY KEY (venue, seq, instrument, kind);

-- Notices of announced changes are found by their place in the journal.
CREATE INDEX latest_changes ON latest (seq, event_index, venue) WHERE kind = 'change';
