-- Gathering the coins of deposit addresses: what was asked of the vault, what it signed, and how it ended.
CREATE TABLE sweep (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network text NOT NULL,
  rail integer NOT NULL,
  address text NOT NULL,
  -- The question as it was put first. The vault answers the same one with the same transactions, for ever.
  request jsonb NOT NULL,
  begun_at timestamptz NOT NULL,
  raw text,
  hash text,
  -- Coin for the fee of a token's sweep: sent by the hot wallet, and nobody's deposit.
  fuel_raw text,
  fuel_hash text,
  final_hash text,
  problem text,
  ended_at timestamptz
);
CREATE UNIQUE INDEX sweep_open ON sweep (network, address) WHERE ended_at IS NULL;
CREATE INDEX sweep_address ON sweep (network, address, begun_at);
CREATE INDEX sweep_fuel ON sweep (network, fuel_hash) WHERE fuel_hash IS NOT NULL;
