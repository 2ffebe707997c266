-- A second factor given for one act: this customer, this call, this input, this command id. Used once, within five minutes.
CREATE TABLE proof (
  id uuid PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  kind text NOT NULL,
  call text NOT NULL,
  command_id text,
  input_digest bytea NOT NULL,
  challenge bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX proof_customer ON proof (customer_id, expires_at);
CREATE INDEX proof_expires_at ON proof (expires_at);

CREATE TABLE pay_password (
  customer_id bigint PRIMARY KEY REFERENCES customer ON DELETE CASCADE,
  hash text NOT NULL,
  set_at timestamptz NOT NULL,
  -- Tries since the last right one, counted before they are judged.
  tries int NOT NULL DEFAULT 0,
  locked_until timestamptz
);
