CREATE TABLE file (
  id uuid PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer ON DELETE CASCADE,
  storage_key text NOT NULL UNIQUE,
  mime_type text NOT NULL CHECK (mime_type IN ('image/png', 'image/jpeg', 'image/webp')),
  bytes integer NOT NULL CHECK (bytes > 0),
  width integer NOT NULL,
  height integer NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX file_customer ON file (customer_id, created_at);
ALTER TABLE customer ADD CONSTRAINT customer_avatar FOREIGN KEY (avatar) REFERENCES file ON DELETE SET NULL;
