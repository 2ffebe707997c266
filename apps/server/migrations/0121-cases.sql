-- Whatever a person must look at: one machine of states for all kinds.
CREATE TABLE case_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  venue text NOT NULL CHECK (venue IN ('real', 'demo')),
  -- Null: about no customer.
  customer_id bigint,
  account integer,
  step text NOT NULL CHECK (step IN ('draft', 'waiting', 'taken', 'asked', 'proposed', 'passed', 'refused', 'cancelled')),
  -- As customers' pages show it: 2 waiting, 0 under review, 1 passed, -1 refused, -2 cancelled.
  status smallint NOT NULL GENERATED ALWAYS AS (
    CASE step WHEN 'waiting' THEN 2 WHEN 'passed' THEN 1 WHEN 'refused' THEN -1 WHEN 'cancelled' THEN -2 WHEN 'draft' THEN 2 ELSE 0 END) STORED,
  revision integer NOT NULL DEFAULT 1,
  -- Who has taken it, and until when nobody else may.
  owner integer REFERENCES operator,
  lease_until timestamptz,
  created_at timestamptz NOT NULL,
  -- When the promise ends. While the customer is asked the clock stands: `left_ms` is what is left of it.
  due_at timestamptz,
  left_ms bigint,
  asked_until timestamptz,
  told_late_at timestamptz,
  -- What is decided on, frozen when it begins to wait, and its SHA-256.
  subject jsonb NOT NULL,
  digest bytea NOT NULL,
  verdict boolean,
  reason_code text,
  -- What the customer reads.
  remark text,
  proposed_by integer REFERENCES operator,
  proposed_at timestamptz,
  confirmed_by integer REFERENCES operator,
  decided_at timestamptz,
  -- The engine's proposal, payout or change that ends it.
  engine_ref text,
  -- When the engine heard of the decision.
  told_at timestamptz,
  CHECK ((step = 'taken') = (lease_until IS NOT NULL)),
  CHECK (step <> 'taken' OR owner IS NOT NULL),
  CHECK (proposed_by IS NULL OR confirmed_by IS NULL OR proposed_by <> confirmed_by),
  CHECK (step NOT IN ('passed', 'refused') OR (verdict = (step = 'passed') AND decided_at IS NOT NULL))
);
CREATE INDEX case_file_queue ON case_file (kind, step, due_at, id);
CREATE INDEX case_file_customer ON case_file (customer_id, kind, id);
CREATE INDEX case_file_untold ON case_file (id) WHERE decided_at IS NOT NULL AND told_at IS NULL;
-- One application at a time.
CREATE UNIQUE INDEX case_file_one_open ON case_file (customer_id, kind) WHERE kind IN ('dayTrade', 'identity', 'lift') AND step NOT IN ('passed', 'refused', 'cancelled');

CREATE TABLE case_event (
  case_id bigint NOT NULL REFERENCES case_file,
  revision integer NOT NULL,
  at timestamptz NOT NULL,
  -- customer, operator, machine
  by_kind text NOT NULL CHECK (by_kind IN ('customer', 'operator', 'machine')),
  operator_id integer REFERENCES operator,
  move text NOT NULL,
  text text NOT NULL DEFAULT '',
  PRIMARY KEY (case_id, revision)
);

CREATE TABLE case_evidence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES case_file,
  kind text NOT NULL,
  text text,
  digest bytea NOT NULL,
  required boolean NOT NULL DEFAULT false,
  added_at timestamptz NOT NULL
);
CREATE INDEX case_evidence_of ON case_evidence (case_id);

CREATE TABLE case_opened (
  evidence_id bigint NOT NULL REFERENCES case_evidence,
  operator_id integer NOT NULL REFERENCES operator,
  at timestamptz NOT NULL,
  PRIMARY KEY (evidence_id, operator_id)
);

-- A clerk may add to the history of a case and never rewrite it.
CREATE FUNCTION case_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the history of a case is only added to';
END $$;
CREATE TRIGGER case_event_stays BEFORE UPDATE OR DELETE ON case_event FOR EACH ROW EXECUTE FUNCTION case_event_stays();

-- Applications for day trades become cases; their numbers stay.
INSERT INTO case_file (id, kind, venue, customer_id, account, step, created_at, due_at, subject, digest, verdict, reason_code, remark, decided_at, told_at)
OVERRIDING SYSTEM VALUE
SELECT id, 'dayTrade', venue, customer_id, account,
  CASE status WHEN 1 THEN 'passed' WHEN -1 THEN 'refused' WHEN -2 THEN 'cancelled' ELSE 'waiting' END,
  created_at, CASE WHEN status IN (0, 2) THEN created_at + interval '24 hours' END,
  jsonb_build_object('reason', reason), sha256(convert_to(reason, 'UTF8')),
  CASE status WHEN 1 THEN true WHEN -1 THEN false END, CASE WHEN status IN (1, -1) THEN 'other' END, remark,
  CASE WHEN status IN (1, -1) THEN coalesce(decided_at, created_at) END, told_at
FROM day_trade_application;
SELECT setval(pg_get_serial_sequence('case_file', 'id'), greatest((SELECT coalesce(max(id), 0) FROM case_file), 1), (SELECT count(*) > 0 FROM case_file));
INSERT INTO case_event (case_id, revision, at, by_kind, move) SELECT id, 1, created_at, 'customer', 'open' FROM case_file;
INSERT INTO case_evidence (case_id, kind, text, digest, required, added_at)
SELECT id, 'reason', subject->>'reason', digest, true, created_at FROM case_file;
DROP TABLE day_trade_application;
