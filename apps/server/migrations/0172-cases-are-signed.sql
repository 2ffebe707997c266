-- How many different people a case takes now: those of its kind, or more where the venue wants more. Null: those of its kind.
ALTER TABLE case_file ADD COLUMN persons smallint CHECK (persons BETWEEN 1 AND 2);
-- The venue's proposal that waits for the second person, where the first one's was raised already.
ALTER TABLE case_file ADD COLUMN proposal bigint;
