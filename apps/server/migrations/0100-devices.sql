-- Which session stands behind which device of the journal. The keys that count are the journal's; these tell gateways which device is whose.
CREATE TABLE device (
  -- Not a reference: a session that was removed leaves its device to be closed.
  session_id uuid PRIMARY KEY,
  venue text NOT NULL,
  account integer NOT NULL,
  -- The uncompressed point in base64url; '' for a device without a key.
  public_key text NOT NULL,
  -- The sequence of the command that opened it; NULL until that is known.
  number bigint,
  closed_at timestamptz
);
CREATE INDEX device_open ON device (session_id) WHERE closed_at IS NULL;
