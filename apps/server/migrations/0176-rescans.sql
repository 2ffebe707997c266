-- Blocks of a chain that operators had read again: what the watcher missed is found and follows the usual way.
CREATE TABLE chain_rescan (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL,
  from_height bigint NOT NULL,
  to_height bigint NOT NULL CHECK (to_height >= from_height),
  -- The first block that is not read yet.
  next_height bigint NOT NULL,
  -- Payments that no table knew.
  found integer NOT NULL DEFAULT 0,
  asked_by integer NOT NULL,
  asked_at timestamptz NOT NULL,
  done_at timestamptz,
  -- Why it waits; null: nothing stands in its way.
  problem text
);
CREATE UNIQUE INDEX chain_rescan_open ON chain_rescan (network) WHERE done_at IS NULL;
