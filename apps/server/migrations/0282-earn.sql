-- What customers looked at before they subscribed: the terms of a version, and what a subscription would bring.
CREATE TABLE earn_terms_read (
  venue text NOT NULL,
  account integer NOT NULL,
  product integer NOT NULL,
  version integer NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (venue, account, product, version)
);
CREATE TABLE earn_draft (
  id uuid NOT NULL,
  venue text NOT NULL,
  account integer NOT NULL,
  product integer NOT NULL,
  version integer NOT NULL,
  amount text NOT NULL,
  renew boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  -- The command that subscribed by it.
  paid_by uuid,
  PRIMARY KEY (venue, account)
);
-- The screen of what earns interest is there.
UPDATE view_control SET built = true WHERE key = 'funds';
