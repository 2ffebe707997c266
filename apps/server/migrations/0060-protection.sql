-- Which risky products are open where. Demo money can be lost by everybody; for real accounts leverage and timed contracts start switched off.
CREATE TABLE product_switch (
  product text PRIMARY KEY CHECK (product IN ('contract', 'timed', 'stock', 'stockMargin')),
  real_on boolean NOT NULL,
  demo_on boolean NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO product_switch (product, real_on, demo_on, changed_by) VALUES
  ('contract', false, true, 'default'),
  ('timed', false, true, 'default'),
  ('stock', true, true, 'default'),
  ('stockMargin', false, true, 'default');

-- Where a country differs for real accounts.
CREATE TABLE product_switch_country (
  product text NOT NULL REFERENCES product_switch,
  -- ISO 3166-1 alpha-2
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  real_on boolean NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (product, country)
);

-- What protects one customer. Amounts are minor units of USDT a UTC day.
CREATE TABLE protection (
  customer_id bigint PRIMARY KEY,
  answered_at timestamptz,
  passed boolean,
  loss_daily bigint CHECK (loss_daily > 0),
  -- A raised limit, or none (null), that holds from then on.
  pending_daily bigint CHECK (pending_daily > 0),
  pending_from timestamptz,
  cooling_off_until timestamptz,
  self_excluded_until timestamptz
);

-- Every change of it, for the customer's file; never updated.
CREATE TABLE protection_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('answered', 'lossLimit', 'coolingOff', 'selfExclusion')),
  detail jsonb NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX protection_change_of ON protection_change (customer_id, id);
