-- Deposits, payouts and proposals of a venue, the newest first: lists of operators.
CREATE INDEX latest_decided ON latest (venue, kind, key DESC) WHERE kind IN ('deposit', 'payout', 'proposal');

-- A list is in force from a decision of two people on. Before that it waits: it was read, and screens nobody.
ALTER TABLE screening_list ADD COLUMN file text NOT NULL DEFAULT '';
ALTER TABLE screening_list ADD COLUMN in_force_at timestamptz;
ALTER TABLE screening_list ADD COLUMN refused_at timestamptz;
UPDATE screening_list SET in_force_at = read_at;
-- How many lists had entered into force when a person was compared with them.
ALTER TABLE identity_application ADD COLUMN screened_by integer NOT NULL DEFAULT 0;
UPDATE identity_application SET screened_by = (SELECT count(*) FROM screening_list);

-- Why a product was opened or closed, in the words of whoever did it.
ALTER TABLE product_switch ADD COLUMN reason text NOT NULL DEFAULT '';
