-- A price that a customer wants to be told of. It is told once, by a notice. No reference to the customer's row: like favourites, it goes with the account.
CREATE TABLE price_alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id text NOT NULL,
  venue text NOT NULL,
  account integer NOT NULL,
  instrument integer NOT NULL,
  -- In ticks, as shares were at priced_ms.
  price bigint NOT NULL CHECK (price > 0),
  priced_ms bigint NOT NULL,
  -- 1: the price has to rise to it; -1: to fall to it.
  direction smallint NOT NULL CHECK (direction IN (1, -1)),
  created_ms bigint NOT NULL,
  -- When the price got there, and what it was, in ticks; null: it waits.
  fired_ms bigint,
  fired_price bigint,
  CHECK ((fired_ms IS NULL) = (fired_price IS NULL))
);
CREATE UNIQUE INDEX price_alert_waiting ON price_alert (customer_id, instrument, price) WHERE fired_ms IS NULL;
CREATE INDEX price_alert_of ON price_alert (customer_id, id);
-- A tick asks which alerts of an instrument it reached.
CREATE INDEX price_alert_at ON price_alert (instrument, direction, price) WHERE fired_ms IS NULL;
CREATE INDEX price_alert_fired ON price_alert (fired_ms) WHERE fired_ms IS NOT NULL;
