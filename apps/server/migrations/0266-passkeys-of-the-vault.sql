-- Whether the vault was told of a passkey's key. The 500 newest were compared with what it was told of, so older ones could stay unknown to it.
ALTER TABLE passkey ADD COLUMN vault_told boolean NOT NULL DEFAULT false;
CREATE INDEX passkey_untold ON passkey (made_at) WHERE NOT vault_told;
