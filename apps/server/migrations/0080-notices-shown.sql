-- A notice is handed over once a page says that it showed it. One that was sent and lost on the way is sent again.
DROP INDEX notice_waiting;
ALTER TABLE notice ADD COLUMN shown_at timestamptz;
UPDATE notice SET shown_at = pushed_at;
ALTER TABLE notice DROP COLUMN pushed_at;
CREATE INDEX notice_waiting ON notice (venue, account, id) WHERE shown_at IS NULL;
CREATE INDEX notice_unread ON notice (venue, account) WHERE read_at IS NULL;

-- A session that an operator's restriction ended says so.
ALTER TABLE session DROP CONSTRAINT session_ended_reason_check;
ALTER TABLE session ADD CONSTRAINT session_ended_reason_check
  CHECK (ended_reason IN ('replaced', 'logout', 'revoked', 'reused', 'password', 'expired', 'restricted'));

-- The version that pages compare is the product's own, until an operator publishes another.
UPDATE published_config SET value = '' WHERE key = 'versionId' AND value = '0.1.0';
