-- Pictures of the service chat that the scanner could not look at yet. Nobody is shown them, and nothing in the server opens them. Their bytes are sealed.
CREATE TABLE chat_quarantine (
  id uuid PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer,
  -- refused: the scanner found something, or it is no picture. Its bytes are gone.
  state text NOT NULL CHECK (state IN ('checking', 'refused')),
  storage_key text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Of the last try; whoever tries holds the file for a minute.
  tried_at timestamptz NOT NULL
);
CREATE INDEX chat_quarantine_tried ON chat_quarantine (tried_at) WHERE state = 'checking';
