-- The journal: what the exchange was told, in order. Everything else can be made from it again.

-- One row a venue: who may write, and where the next batch goes. Every append updates it, so that it is also the fence.
CREATE TABLE journal_writer (
  venue text PRIMARY KEY,
  epoch bigint NOT NULL DEFAULT 0,
  next_seq bigint NOT NULL DEFAULT 1,
  head_hash bytea NOT NULL,
  head_time bigint NOT NULL DEFAULT 0,
  -- The lease: who holds the epoch, whether its connection also holds the advisory lock, and when it last gave a sign of life.
  holder text,
  locked boolean NOT NULL DEFAULT false,
  renewed_at timestamptz
) WITH (fillfactor = 20);

CREATE TABLE journal_batch (
  venue text NOT NULL,
  first_seq bigint NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  epoch bigint NOT NULL,
  -- Milliseconds, of the last command.
  time bigint NOT NULL,
  -- 0: as encoded; 1: raw deflate.
  encoding smallint NOT NULL,
  bytes bytea NOT NULL,
  -- CRC-32 of the stored bytes: finds a rotten row at once.
  crc bigint NOT NULL,
  -- SHA-256 of the previous hash and the encoded commands: finds a changed past.
  hash bytea NOT NULL,
  PRIMARY KEY (venue, first_seq)
);
ALTER TABLE journal_batch ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Engine states that spare a replay from genesis. Never needed, only quicker.
CREATE TABLE snapshot (
  venue text NOT NULL,
  seq bigint NOT NULL,
  time bigint NOT NULL,
  size bigint NOT NULL,
  parts integer NOT NULL,
  -- SHA-256 of the bytes.
  checksum bytea NOT NULL,
  -- The engine's own hash of its state, hex.
  state_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (venue, seq)
);
CREATE TABLE snapshot_part (
  venue text NOT NULL,
  seq bigint NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (venue, seq, part),
  FOREIGN KEY (venue, seq) REFERENCES snapshot ON DELETE CASCADE
);
ALTER TABLE snapshot_part ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What the live engine said its state was, for a replay to be held against.
CREATE TABLE state_hash (
  venue text NOT NULL,
  seq bigint NOT NULL,
  hash text NOT NULL,
  -- snapshot, shutdown
  occasion text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (venue, seq)
);
