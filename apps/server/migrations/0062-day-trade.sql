-- Applications for same-day round trips on margin. An operator decides; the venue is told afterwards, however often that has to be tried.
CREATE TABLE day_trade_application (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  venue text NOT NULL CHECK (venue IN ('real', 'demo')),
  account integer NOT NULL,
  reason text NOT NULL,
  -- -2 cancelled, -1 not passed, 0 under review, 1 completed, 2 waiting for review
  status smallint NOT NULL DEFAULT 2 CHECK (status IN (-2, -1, 0, 1, 2)),
  remark text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  -- When the venue's engine heard of the decision.
  told_at timestamptz
);
CREATE UNIQUE INDEX day_trade_one_open ON day_trade_application (customer_id) WHERE status IN (0, 2);
CREATE INDEX day_trade_of ON day_trade_application (customer_id, id);
CREATE INDEX day_trade_untold ON day_trade_application (id) WHERE decided_at IS NOT NULL AND told_at IS NULL;
