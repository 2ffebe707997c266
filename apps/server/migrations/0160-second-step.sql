-- A sign-in whose password was right and that waits for its second step. One for each customer and network.
CREATE TABLE sign_in_ticket (
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  -- SHA-256 of the network that the password came from.
  network bytea NOT NULL,
  -- SHA-256 of the ticket.
  hash bytea NOT NULL UNIQUE,
  -- What a passkey signs.
  challenge bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, network)
);
CREATE INDEX sign_in_ticket_expires_at ON sign_in_ticket (expires_at);
