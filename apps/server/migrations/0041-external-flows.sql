-- What came into and left customers' accounts from outside (recharge, withdrawal, bonus, adjustment, demo): few lines, asked for at every profit figure.
CREATE INDEX ledger_line_external ON ledger_line (venue, account, time) WHERE account >= 100000 AND (flow < 3000 OR flow >= 18000);
