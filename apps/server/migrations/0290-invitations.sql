-- Codes that a customer hands out, each with what a friend who comes by it gets back of their fees.
CREATE TABLE invite_code (
  code text PRIMARY KEY CHECK (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  venue text NOT NULL CHECK (venue IN ('real', 'demo')),
  account integer NOT NULL,
  friend_ppm integer NOT NULL CHECK (friend_ppm >= 0),
  note text NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX invite_code_of ON invite_code (venue, account, created_at);
CREATE UNIQUE INDEX invite_code_default ON invite_code (venue, account) WHERE is_default;

-- Who came by which code, with the parts as they were then. The venue is told of it by `setInviter`.
CREATE TABLE invitation (
  customer_id bigint PRIMARY KEY REFERENCES customer ON DELETE CASCADE,
  venue text NOT NULL CHECK (venue IN ('real', 'demo')),
  account integer NOT NULL,
  inviter integer NOT NULL CHECK (inviter < account),
  code text NOT NULL,
  inviter_ppm integer NOT NULL,
  friend_ppm integer NOT NULL,
  created_at timestamptz NOT NULL,
  told_at timestamptz,
  -- Why the venue would not have it.
  refused text
);
CREATE INDEX invitation_of ON invitation (venue, inviter, created_at DESC);
CREATE INDEX invitation_untold ON invitation (customer_id) WHERE told_at IS NULL;

-- Who lets themselves be shown in the ranking of rebates.
CREATE TABLE rebate_ranked (
  venue text NOT NULL CHECK (venue IN ('real', 'demo')),
  account integer NOT NULL,
  PRIMARY KEY (venue, account)
);

-- The screens of invitations are there.
UPDATE menu_item SET visible = true WHERE path IN ('/invite', '/rebate_detail', '/rebateRanking', '/invitation_settings');
UPDATE view_control SET built = true, demo_on = true WHERE key = 'referrals';
