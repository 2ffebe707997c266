-- The customer's second factors, next to the pay password of 0070.

-- Set by the owner with "Lock everything". Nobody signs in until the owner is proved.
ALTER TABLE customer ADD COLUMN locked_at timestamptz;

ALTER TABLE session DROP CONSTRAINT session_ended_reason_check;
ALTER TABLE session ADD CONSTRAINT session_ended_reason_check
  CHECK (ended_reason IN ('replaced', 'logout', 'revoked', 'reused', 'password', 'expired', 'restricted', 'locked'));
-- The network that it signed in from, for the customer to recognise.
ALTER TABLE session ADD COLUMN network text;

CREATE TABLE customer_security (
  customer_id bigint PRIMARY KEY REFERENCES customer ON DELETE CASCADE,
  -- No payout leaves before. The reason is that of the change which holds longest.
  payouts_held_until timestamptz,
  payouts_held_reason text CHECK (payouts_held_reason IN ('payPassword', 'factor', 'password', 'contact', 'locked')),
  recovery_made_at timestamptz,
  CHECK ((payouts_held_until IS NULL) = (payouts_held_reason IS NULL))
);

CREATE TABLE totp (
  customer_id bigint PRIMARY KEY REFERENCES customer ON DELETE CASCADE,
  -- AES-256-GCM under the server's key, bound to the customer.
  secret bytea NOT NULL,
  -- The step of the last code that counted. A code counts once: the next one must be of a later step.
  last_step bigint NOT NULL,
  set_at timestamptz NOT NULL
);

CREATE TABLE passkey (
  -- The credential's id, base64url.
  id text PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  public_key bytea NOT NULL,
  -- What the authenticator counted at its last signature; 0 for ever for those that do not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  synced boolean NOT NULL,
  label text NOT NULL,
  made_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX passkey_customer ON passkey (customer_id);

CREATE TABLE recovery_code (
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  -- HMAC-SHA-256 under the server's key.
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (customer_id, hash)
);

-- Tries since the last right one, counted before they are judged.
CREATE TABLE factor_try (
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  factor text NOT NULL,
  tries int NOT NULL,
  locked_until timestamptz,
  PRIMARY KEY (customer_id, factor)
);

-- A factor that is being set up: the sealed secret of an app, or the challenge of a passkey. It belongs to the session that began it.
CREATE TABLE enrolment (
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  factor text NOT NULL CHECK (factor IN ('totp', 'passkey')),
  session_id uuid NOT NULL,
  secret bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, factor)
);
CREATE INDEX enrolment_expires_at ON enrolment (expires_at);

-- Challenges of sign-in are signed, not stored; one that was used is remembered until it runs out.
CREATE TABLE passkey_challenge_used (
  hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_used_expires_at ON passkey_challenge_used (expires_at);

UPDATE menu_item SET visible = true WHERE path = '/mine/changePayPassword';
INSERT INTO menu_item (position, visible, path, name_en, name_zh_cn) VALUES (115, true, '/mine/security', 'Security', '安全中心');
