-- Account numbers are the only thing of a person that the ledger knows. A number may be taken and never used (a registration that failed after it).
CREATE SEQUENCE account_number_real START 100000 MAXVALUE 2147483647;
CREATE SEQUENCE account_number_demo START 100000 MAXVALUE 2147483647;

CREATE TABLE customer (
  id bigint GENERATED ALWAYS AS IDENTITY (START 1000001) PRIMARY KEY,
  -- 1 real, 2 demo, 3 visitor of customer service
  login_type smallint NOT NULL CHECK (login_type IN (1, 2, 3)),
  venue text NOT NULL CHECK (venue IN ('real', 'demo')),
  account integer CHECK (account >= 100000),
  name text NOT NULL,
  -- Lower case; one address, one customer.
  email text UNIQUE,
  -- E.164
  phone text UNIQUE,
  password_hash text,
  password_changed_at timestamptz,
  avatar uuid,
  real_name text,
  realname_status smallint NOT NULL DEFAULT 0 CHECK (realname_status IN (0, 1, 2)),
  vip_level smallint NOT NULL DEFAULT 0 CHECK (vip_level >= 0),
  language text NOT NULL,
  invite_code text,
  demo_key_hash bytea UNIQUE,
  restricted_at timestamptz,
  restricted_reason text,
  created_at timestamptz NOT NULL,
  UNIQUE (venue, account),
  CHECK ((login_type = 1) = (venue = 'real')),
  CHECK ((login_type = 3) = (account IS NULL)),
  CHECK ((login_type = 1) = (password_hash IS NOT NULL)),
  CHECK (login_type <> 1 OR email IS NOT NULL OR phone IS NOT NULL),
  CHECK ((login_type = 2) = (demo_key_hash IS NOT NULL))
);

-- Keys that every gateway of this exchange shares: made once, by whichever server comes first.
CREATE TABLE server_secret (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Counters that must survive a restart: failed sign-ins, codes sent. The key is a hash, so that no address or account stands here in clear.
CREATE TABLE attempt (
  key bytea PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX attempt_resets_at ON attempt (resets_at);
