-- Devices that want pushes (RFC 8030). A subscription belongs to a session and ends with it, whoever ends it.
CREATE TABLE push_subscription (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE REFERENCES session ON DELETE CASCADE,
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  endpoint text NOT NULL,
  -- SHA-256 of the endpoint: a browser has one subscription, whoever is signed in.
  endpoint_hash bytea NOT NULL UNIQUE,
  -- The browser's public key (65 bytes) and its secret (16 bytes).
  p256dh bytea NOT NULL,
  auth bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscription_customer ON push_subscription (customer_id);

CREATE FUNCTION session_ends_pushes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscription WHERE session_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER session_ends_pushes AFTER UPDATE OF state ON session
  FOR EACH ROW WHEN (NEW.state = 'ended') EXECUTE FUNCTION session_ends_pushes();

-- Pushes on their way. A row goes when its push was accepted, refused for good, or has no more sense.
CREATE TABLE push_message (
  notice_id bigint NOT NULL REFERENCES notice ON DELETE CASCADE,
  subscription_id bigint NOT NULL REFERENCES push_subscription ON DELETE CASCADE,
  -- What it is about: of those that wait, a newer one takes the place of an older one.
  topic text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  -- Later than this it tells nothing new.
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (notice_id, subscription_id)
);
CREATE INDEX push_message_due ON push_message (due_at);
CREATE INDEX push_message_topic ON push_message (subscription_id, topic);
