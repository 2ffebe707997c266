CREATE TABLE session (
  id uuid PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  device_class text NOT NULL CHECK (device_class IN ('phone', 'desktop')),
  -- What the customer is shown: "Chrome on Android".
  device text NOT NULL,
  -- live; replaced: a newer sign-in took the place and the older may take it back for a while; ended.
  state text NOT NULL CHECK (state IN ('live', 'replaced', 'ended')),
  ended_reason text CHECK (ended_reason IN ('replaced', 'logout', 'revoked', 'reused', 'password', 'expired')),
  replaced_at timestamptz,
  replaced_by uuid,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Stamped by the database: every gateway asks for what changed lately, so the clocks of gateways do not matter.
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((state = 'ended') = (ended_reason IS NOT NULL)),
  CHECK ((state = 'replaced') = (replaced_at IS NOT NULL))
);
-- The rule itself: one live session per customer and device class, whatever the code above it does.
CREATE UNIQUE INDEX session_one_live ON session (customer_id, device_class) WHERE state = 'live';
CREATE INDEX session_customer ON session (customer_id);
CREATE INDEX session_changed_at ON session (changed_at);
CREATE INDEX session_expires_at ON session (expires_at);

CREATE TABLE refresh_token (
  -- SHA-256 of the token; the token itself is only with the client.
  hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- The successor, sealed so that only who holds this token can open it: answers a parallel refresh with the same successor.
  successor bytea
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);
CREATE INDEX refresh_token_expires_at ON refresh_token (expires_at);
