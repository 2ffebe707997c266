-- What a customer is told about: pushed when it happens, and there after coming back.
CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  venue text NOT NULL,
  account integer NOT NULL,
  kind text NOT NULL,
  params jsonb NOT NULL,
  -- What it is about, such as order:12: one notice of a kind for a subject, however often its cause is found.
  subject text NOT NULL,
  created_ms bigint NOT NULL,
  -- Handed to one of the customer's open sockets; null: it waits for them to come back.
  pushed_at timestamptz,
  read_at timestamptz,
  UNIQUE (venue, account, subject, kind)
);
CREATE INDEX notice_waiting ON notice (venue, account, id) WHERE pushed_at IS NULL;

-- How far each venue's journal has been gone through for notices.
CREATE TABLE notice_mark (
  venue text PRIMARY KEY,
  seq bigint NOT NULL
);
-- Catching up reads finished orders of customers by sequence.
CREATE INDEX orders_filled ON orders (venue, seq) WHERE status = 3 AND account >= 100000;
