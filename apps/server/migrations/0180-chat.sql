-- The service chat. A group is a lasting thread of a customer or a visitor; its log is a chain of entries that neither side can rewrite.
CREATE TABLE chat_group (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer,
  -- Of the owner; a card of another venue does not fit.
  venue text NOT NULL,
  account integer,
  group_type smallint NOT NULL CHECK (group_type BETWEEN 1 AND 6),
  -- What it is about: `common`, `temporary:1000007`, `recharge:17`, `withdrawal:3`.
  sign text NOT NULL,
  channel smallint,
  language text NOT NULL,
  -- The group's own key, sealed by the server's key for documents. Null: erased, in every copy of this database too.
  sealed_key bytea,
  -- Of the last entry. Whoever writes the next one holds this row.
  last_offset bigint NOT NULL DEFAULT 0,
  head bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  created_at timestamptz NOT NULL,
  spoke_at timestamptz NOT NULL,
  erased_at timestamptz,
  UNIQUE (customer_id, sign)
);

-- Who is in a group. Others see the number of this row, never that of a customer or an operator.
CREATE TABLE chat_member (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES chat_group,
  customer_id bigint REFERENCES customer,
  operator_id integer REFERENCES operator,
  -- 0 the agent who has the work order, 1 the owner, 2 a supervisor, 3 another agent.
  role smallint NOT NULL CHECK (role BETWEEN 0 AND 3),
  read_offset bigint NOT NULL DEFAULT 0,
  left_at timestamptz,
  CHECK ((customer_id IS NULL) <> (operator_id IS NULL)),
  CHECK ((role = 1) = (customer_id IS NOT NULL)),
  UNIQUE (group_id, operator_id)
);
-- One owner.
CREATE UNIQUE INDEX chat_member_owner ON chat_member (group_id) WHERE customer_id IS NOT NULL;
CREATE INDEX chat_member_operator ON chat_member (operator_id) WHERE operator_id IS NOT NULL AND left_at IS NULL;

CREATE TABLE chat_entry (
  group_id bigint NOT NULL REFERENCES chat_group,
  "offset" bigint NOT NULL CHECK ("offset" > 0),
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- 1 message, 2 edit, 3 withdraw, 4 join, 5 leave, 6 finish.
  kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 6),
  -- Null: the exchange.
  sender bigint REFERENCES chat_member,
  role smallint,
  uuid uuid NOT NULL,
  -- AES-256-GCM under the group's key: salt ‖ canonical JSON. Null: erased.
  sealed bytea,
  -- SHA-256(salt ‖ what was asked for): another body under the same uuid is refused.
  asked bytea NOT NULL,
  body_hash bytea NOT NULL,
  -- Milliseconds.
  time bigint NOT NULL,
  prev bytea NOT NULL,
  hash bytea NOT NULL,
  -- The message that an edit or a withdrawal is about; the body says it too, under the hash.
  of_offset bigint,
  -- The entry that withdrew it.
  withdrawn_by bigint,
  PRIMARY KEY (group_id, "offset"),
  UNIQUE NULLS NOT DISTINCT (group_id, sender, uuid)
);
CREATE INDEX chat_entry_sender ON chat_entry (sender, time);

CREATE TABLE chat_work_order (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES chat_group,
  state text NOT NULL CHECK (state IN ('waiting', 'active', 'answered', 'finished')),
  agent integer REFERENCES operator,
  -- Its entries begin here and end with the one that finished it.
  first_offset bigint NOT NULL,
  last_offset bigint,
  opened_at timestamptz NOT NULL,
  finished_at timestamptz,
  finish_way smallint CHECK (finish_way BETWEEN 1 AND 4),
  -- The work order that it goes on with.
  after bigint REFERENCES chat_work_order,
  score smallint CHECK (score BETWEEN 1 AND 5),
  reasons text[] NOT NULL DEFAULT '{}',
  -- Sealed like a body.
  remark bytea,
  rated_at timestamptz,
  CHECK ((state = 'finished') = (finished_at IS NOT NULL)),
  CHECK (state = 'finished' OR (state = 'waiting') = (agent IS NULL))
);
CREATE UNIQUE INDEX chat_work_order_open ON chat_work_order (group_id) WHERE state <> 'finished';
CREATE INDEX chat_work_order_of ON chat_work_order (group_id, id);
CREATE INDEX chat_work_order_agent ON chat_work_order (agent) WHERE state IN ('active', 'answered');
CREATE INDEX chat_work_order_waiting ON chat_work_order (opened_at) WHERE state = 'waiting';

-- What operators write for one another. No query of a customer reads it.
CREATE TABLE chat_note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id bigint NOT NULL REFERENCES chat_group,
  work_order bigint NOT NULL REFERENCES chat_work_order,
  operator_id integer NOT NULL REFERENCES operator,
  sealed bytea,
  at timestamptz NOT NULL
);
CREATE INDEX chat_note_of ON chat_note (group_id, id);

-- When an agent's socket was last there, on any server. Work orders of those who are gone go back to the queue.
CREATE TABLE chat_presence (operator_id integer PRIMARY KEY REFERENCES operator, seen_at timestamptz NOT NULL);
