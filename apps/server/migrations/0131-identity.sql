-- Who customers are. What they say is sealed by the server's key for documents; only what rules need is plain.
ALTER TABLE customer ADD COLUMN identity_level smallint NOT NULL DEFAULT 0 CHECK (identity_level IN (0, 1, 2));

CREATE TABLE identity_application (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  level smallint NOT NULL CHECK (level IN (1, 2)),
  -- 2 waits for a decision, 1 passed, -1 not passed
  status smallint NOT NULL DEFAULT 2 CHECK (status IN (2, 1, -1)),
  -- The application as it was sent, sealed under the name `identity application <id>`. Null: erased.
  sealed bytea,
  -- Keyed hash of issuer and number of the document: the same document is found on another account, and nobody reads it from here.
  document_hash bytea NOT NULL,
  -- What the machine found: entries of lists, the same document elsewhere.
  findings jsonb NOT NULL,
  reason_code text,
  remark text,
  decided_by text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  CHECK ((status = 2) = (decided_at IS NULL)),
  CHECK ((status = -1) = (reason_code IS NOT NULL))
);
-- One application at a time.
CREATE UNIQUE INDEX identity_application_open ON identity_application (customer_id) WHERE status = 2;
CREATE INDEX identity_application_of ON identity_application (customer_id, id);
CREATE INDEX identity_application_document ON identity_application (document_hash);

-- Lists of people who must not be served. Of each source the newest is in force.
CREATE TABLE screening_list (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL,
  issued text,
  -- SHA-256 of the file as it was read.
  digest bytea NOT NULL,
  people jsonb NOT NULL,
  read_at timestamptz NOT NULL,
  UNIQUE (source, digest)
);

-- Evidence that is sealed elsewhere, such as `identity:17` or `document:<id>`. It is opened for whoever looks, with a record.
ALTER TABLE case_evidence ADD COLUMN sealed_ref text;
