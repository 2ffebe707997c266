-- Money that goes out. The engine decides what is paid; these tables say to whom, how the customer proved it, and what was sent.
CREATE TABLE destination (
  account integer NOT NULL,
  -- What the journal knows it by, base64url.
  digest text NOT NULL,
  customer_id bigint NOT NULL,
  rail integer NOT NULL,
  -- Follows from the receiver under a key of the server: the same receiver is the same destination.
  salt bytea NOT NULL,
  -- AES-256-GCM: address and tag, or bank, account and holder.
  sealed bytea NOT NULL,
  label text NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (account, digest)
);

-- A request for a payout with its proof, written before the engine hears of it.
CREATE TABLE payout_request (
  account integer NOT NULL,
  command_id uuid NOT NULL,
  customer_id bigint NOT NULL,
  -- What the journal holds of the proof, base64url; salted.
  evidence text NOT NULL UNIQUE,
  evidence_salt bytea NOT NULL,
  -- The input's canonical text, as it was proved.
  input text NOT NULL,
  proof_id text NOT NULL,
  factor text NOT NULL CHECK (factor IN ('totp', 'passkey')),
  -- The passkey's public key (SPKI) and what it signed; null with a TOTP code.
  key bytea,
  assertion jsonb,
  -- Reasons for a review that the server added, as the engine's bits.
  flags integer NOT NULL,
  -- AES-256-GCM: whose the receiving wallet is.
  travel bytea,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (account, command_id)
);

-- A case about a payout, at most one of each kind.
CREATE TABLE payout_case (
  number bigint NOT NULL,
  kind text NOT NULL,
  case_id bigint NOT NULL REFERENCES case_file,
  PRIMARY KEY (number, kind)
);

-- The proposal with which people passed a payout: the signer computes from it what they signed.
CREATE TABLE payout_decision (
  number bigint PRIMARY KEY,
  command_id uuid NOT NULL,
  proposer integer NOT NULL,
  evidence text NOT NULL,
  -- Digest of the proposal, base64url.
  digest text NOT NULL
);

-- What is being sent, from the moment that the engine was told.
CREATE TABLE payout_sent (
  number bigint PRIMARY KEY,
  network text NOT NULL,
  sent_at timestamptz NOT NULL,
  -- As the signer gave it, with the highest fee; null: not signed yet.
  raw text,
  -- Every transaction of this payout: one, unless its fee was raised.
  hashes text[] NOT NULL DEFAULT '{}',
  -- Nonce or inputs.
  consumes jsonb,
  fee jsonb,
  bumped_at timestamptz,
  -- After this block it can never happen, on networks that have such an end.
  last_height bigint,
  -- Where it was first seen that somebody else used nonce or input.
  rival_height bigint,
  refusal text,
  tx_hash text,
  confirmations integer,
  -- The transaction that arrived for good.
  final_hash text,
  ended_at timestamptz
);
CREATE INDEX payout_sent_open ON payout_sent (number) WHERE ended_at IS NULL;

-- Files of payments for a bank. The same payout is in one file only.
CREATE TABLE payout_file (
  id text PRIMARY KEY,
  bank text NOT NULL,
  text text NOT NULL,
  made_at timestamptz NOT NULL,
  taken_at timestamptz
);
CREATE TABLE payout_in_file (number bigint PRIMARY KEY, file text NOT NULL REFERENCES payout_file, status text NOT NULL DEFAULT 'pending', reason text NOT NULL DEFAULT '');

-- What the vault was told of: destinations and customers' keys, hexadecimal digests.
CREATE TABLE vault_told (digest text PRIMARY KEY, usable_from timestamptz NOT NULL);

-- What the simulated world put into hot wallets so that they can pay. Nothing in production.
CREATE TABLE vault_lent (rail integer PRIMARY KEY, units numeric NOT NULL, tx_hash text, at timestamptz NOT NULL);

-- When a payout was first seen at a station, for its journey. The histories keep its ends only.
CREATE TABLE payout_step (number bigint NOT NULL, step text NOT NULL, at timestamptz NOT NULL, PRIMARY KEY (number, step));

-- The next statement of a bank that is looked at for payouts that were booked or came back.
CREATE TABLE payout_statement (bank text PRIMARY KEY, next integer NOT NULL);
