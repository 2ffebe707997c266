-- Operators: who may sign in at the console, with which passkeys, and what they did there.
CREATE TABLE operator (
  -- The number that the journal names.
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  roles text[] NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null: named by the start of the server.
  created_by integer REFERENCES operator,
  ended_at timestamptz,
  ended_by integer REFERENCES operator,
  CHECK (cardinality(roles) BETWEEN 1 AND 6),
  -- Whoever appoints operators decides nothing else.
  CHECK (NOT ('administrator' = ANY (roles)) OR cardinality(roles) = 1)
);

CREATE TABLE operator_key (
  -- Credential id, base64url.
  id text PRIMARY KEY,
  operator_id integer NOT NULL REFERENCES operator,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  label text NOT NULL,
  -- Kept by software that says so: in development only.
  software boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX operator_key_of ON operator_key (operator_id);

-- Links of enrolment: each makes one passkey, within a day.
CREATE TABLE operator_link (
  -- SHA-256 of the secret in the link.
  hash bytea PRIMARY KEY,
  operator_id integer NOT NULL REFERENCES operator,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE operator_challenge (
  challenge text PRIMARY KEY,
  -- signIn, or enrol with the hash of the link.
  link bytea,
  expires_at timestamptz NOT NULL
);
CREATE INDEX operator_challenge_expires_at ON operator_challenge (expires_at);

CREATE TABLE operator_session (
  id uuid PRIMARY KEY,
  -- SHA-256 of the token, which only the browser has.
  hash bytea NOT NULL UNIQUE,
  operator_id integer NOT NULL REFERENCES operator,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX operator_session_of ON operator_session (operator_id);

-- The first answer to each act of an operator.
CREATE TABLE operator_command (
  operator_id integer NOT NULL REFERENCES operator,
  command_id uuid NOT NULL,
  -- SHA-256 of the call and its input.
  digest bytea NOT NULL,
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, command_id)
);

-- Signed decisions: what an operator's passkey signed. The journal has their hashes.
CREATE TABLE operator_assertion (
  hash bytea PRIMARY KEY,
  operator_id integer NOT NULL REFERENCES operator,
  challenge bytea NOT NULL,
  assertion jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

-- The audit. Rows are numbered without a gap and chained by hash. The one row of the head is the lock under which the next is written.
CREATE TABLE operator_audit_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  number bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO operator_audit_head (number, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

CREATE TABLE operator_audit (
  number bigint PRIMARY KEY,
  -- Milliseconds.
  at bigint NOT NULL,
  -- Null: the server itself.
  operator_id integer REFERENCES operator,
  call text NOT NULL,
  subject text NOT NULL,
  reason text NOT NULL,
  -- What changed: the field and a salted digest of its values.
  changes jsonb NOT NULL,
  previous bytea NOT NULL,
  -- SHA-256 of the previous hash and of everything above.
  hash bytea NOT NULL
);
CREATE INDEX operator_audit_of ON operator_audit (operator_id, number);
CREATE INDEX operator_audit_subject ON operator_audit (subject, number);

-- The values behind the digests. They may be erased; the chain holds without them.
CREATE TABLE operator_audit_value (
  number bigint NOT NULL REFERENCES operator_audit,
  field text NOT NULL,
  salt bytea NOT NULL,
  before text,
  after text,
  PRIMARY KEY (number, field)
);
