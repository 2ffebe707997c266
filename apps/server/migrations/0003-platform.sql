-- Messages on their way to people. In development they stay here and /dev/outbox shows them.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  html text,
  -- waiting, sent, failed (given up), kept (development)
  status text NOT NULL DEFAULT 'waiting',
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE status = 'waiting';

CREATE TABLE kill_switch (
  name text NOT NULL CHECK (name IN ('withdrawalsOff', 'cancelOnly', 'readOnly')),
  -- A venue, or 'all'.
  scope text NOT NULL DEFAULT 'all',
  active boolean NOT NULL,
  reason text NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, scope)
);

CREATE TABLE job_run (
  name text PRIMARY KEY,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_problem text,
  runs bigint NOT NULL DEFAULT 0
);
