-- On TRON a transaction ends by time, in milliseconds since 1970: a block as late as this holds it no more, nor does any later one.
ALTER TABLE payout_sent ADD COLUMN last_time bigint;
ALTER TABLE sweep ADD COLUMN last_time bigint;
