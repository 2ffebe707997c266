-- The command of the demo venue's journal that holds the commitment of a day; null until it is written.
ALTER TABLE price_secret ADD COLUMN anchor_seq bigint;
