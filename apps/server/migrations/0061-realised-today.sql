-- What a customer's risky wallets (2 contract, 4 timed) gained and lost today, for daily loss limits.
CREATE INDEX ledger_line_risky ON ledger_line (venue, account, time) WHERE wallet IN (2, 4) AND account >= 100000;
