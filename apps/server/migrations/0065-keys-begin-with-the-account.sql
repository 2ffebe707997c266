-- An index is walked by its first column: a number that tells rows apart, not the venue that half of them share.
ALTER TABLE orders DROP CONSTRAINT orders_pkey, ADD PRIMARY KEY (order_id, venue);
DROP INDEX orders_of_account;
CREATE INDEX orders_of_account ON orders (account, order_id, venue);
ALTER TABLE fills DROP CONSTRAINT fills_pkey, ADD PRIMARY KEY (fill_id, venue);
DROP INDEX fills_of_taker, fills_of_maker;
CREATE INDEX fills_of_taker ON fills (taker_account, fill_id, venue) WHERE taker_account >= 100000;
CREATE INDEX fills_of_maker ON fills (maker_account, fill_id, venue) WHERE maker_account >= 100000;
ALTER TABLE ledger_line DROP CONSTRAINT ledger_line_pkey, ADD PRIMARY KEY (account, seq, event_index, venue);
ALTER TABLE command_outcome DROP CONSTRAINT command_outcome_pkey, ADD PRIMARY KEY (account, command_id, venue);

-- Orders are counted upwards: one beyond the newest that was ever written is new, and can be copied instead of replaced.
ALTER TABLE projection_checkpoint ADD COLUMN newest_order bigint NOT NULL DEFAULT 0;
UPDATE projection_checkpoint SET newest_order = coalesce((SELECT max(order_id) FROM orders WHERE orders.venue = projection_checkpoint.venue), 0);
