-- What a customer's risky wallets (2 contract, 4 timed) gained and lost today, for daily loss limits.
CREATE INDEX ledger_line_risky ON ledger_line (venue, account, time) WHERE wallet IN (2, 4) AND account >= 100000;
-- The same of shares on margin, whose results are in their settlements.
CREATE INDEX settlement_of_day ON settlement (venue, account, time) WHERE kind IN ('positionFill', 'holdingCharge');
