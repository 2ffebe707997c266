-- A customer who names a transaction is asked whether it is one of the house's own.
CREATE INDEX sweep_hash ON sweep (hash) WHERE hash IS NOT NULL;
CREATE INDEX sweep_fuel_hash ON sweep (fuel_hash) WHERE fuel_hash IS NOT NULL;
CREATE INDEX payout_sent_hashes ON payout_sent USING gin (hashes);
