-- Pictures of documents and other evidence of customers. The bytes lie sealed in the store of files, each under a key of its own, and never under an address
-- that can be guessed or shared. Erasing `sealed_key` makes the bytes unreadable wherever a copy of them is.
CREATE TABLE document (
  id uuid PRIMARY KEY,
  customer_id bigint NOT NULL,
  purpose text NOT NULL,
  mime_type text NOT NULL,
  bytes integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  -- SHA-256 of the picture as it is shown.
  sha256 bytea NOT NULL,
  storage_key text NOT NULL,
  -- The document's own key, sealed by the server's key for documents. Null: erased.
  sealed_key bytea,
  created_at timestamptz NOT NULL,
  -- What it belongs to, such as `case:17`. Null: uploaded and not used yet.
  used_by text,
  erased_at timestamptz
);
CREATE INDEX document_of_customer ON document (customer_id, created_at);
CREATE INDEX document_used_by ON document (used_by) WHERE used_by IS NOT NULL;

-- Permissions to upload one document each. The row is the ticket: taking it is using it.
CREATE TABLE upload_ticket (
  id uuid PRIMARY KEY,
  customer_id bigint NOT NULL,
  purpose text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX upload_ticket_of_customer ON upload_ticket (customer_id, expires_at);

-- Who looked at which document, and why. Rows are only added.
CREATE TABLE document_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id uuid NOT NULL,
  -- `customer:100001` or `operator:3`.
  viewer text NOT NULL,
  reason text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX document_view_of ON document_view (document_id, id);
