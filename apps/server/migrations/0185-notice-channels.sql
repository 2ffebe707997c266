-- What a customer wants to be told besides in the app, and when. Without a row the defaults of the program hold.
CREATE TABLE notice_preference (
  customer_id bigint PRIMARY KEY REFERENCES customer ON DELETE CASCADE,
  -- Topics of notices.
  push text[],
  mail text[],
  quiet boolean NOT NULL DEFAULT true,
  -- IANA name; null: not known.
  time_zone text,
  push_amounts boolean NOT NULL DEFAULT false,
  -- The anti-phishing word, sealed under the customer's number.
  word bytea
);

-- A notice that was not yet handed to letters and pushes has no time here. What was stored before was told in the app alone.
ALTER TABLE notice ADD COLUMN spread_at timestamptz;
UPDATE notice SET spread_at = now();
CREATE INDEX notice_to_spread ON notice (id) WHERE spread_at IS NULL;

-- A letter with a key is stored once, however often its cause is found.
ALTER TABLE outbox ADD COLUMN key text UNIQUE;
