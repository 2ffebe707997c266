-- The transparency log of each venue. secret: what the salts of its entries are made from. size and root: of the tree that is stored.
-- origin: name of the log, fixed by the first server that publishes it.
-- head: the newest head that the notary signed, with its signatures; key: the notary's key for this log, as it was first seen.
CREATE TABLE log_state (
  venue text PRIMARY KEY,
  secret bytea NOT NULL CHECK (length(secret) = 32),
  origin text,
  size bigint NOT NULL DEFAULT 0,
  root bytea NOT NULL CHECK (length(root) = 32),
  head text,
  head_size bigint NOT NULL DEFAULT 0,
  signed_at bigint,
  key text
);
-- Entries of 256 commands that follow each other; fewer at the end of the log.
CREATE TABLE log_bundle (
  venue text NOT NULL,
  bundle bigint NOT NULL,
  entries bytea NOT NULL,
  PRIMARY KEY (venue, bundle)
);
-- Tiles above the lowest level, whose hashes are those of the entries.
CREATE TABLE log_tile (
  venue text NOT NULL,
  level smallint NOT NULL,
  tile bigint NOT NULL,
  hashes bytea NOT NULL,
  PRIMARY KEY (venue, level, tile)
);
-- The event leaves of commands that have more than one.
CREATE TABLE log_event_leaves (
  venue text NOT NULL,
  seq bigint NOT NULL,
  leaves bytea NOT NULL,
  PRIMARY KEY (venue, seq)
);
-- Hashes cannot be compressed.
ALTER TABLE log_bundle ALTER COLUMN entries SET STORAGE EXTERNAL;
ALTER TABLE log_tile ALTER COLUMN hashes SET STORAGE EXTERNAL;
ALTER TABLE log_event_leaves ALTER COLUMN leaves SET STORAGE EXTERNAL;
