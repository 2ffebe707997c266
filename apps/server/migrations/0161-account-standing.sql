-- What an account may do, as operators decided. The engine decides by its own record; this is what it is told.
ALTER TABLE customer ADD COLUMN mode text NOT NULL DEFAULT 'normal' CHECK (mode IN ('normal', 'closeOnly', 'locked'));
UPDATE customer SET mode = 'locked' WHERE restricted_at IS NOT NULL;

-- Restrictions that the customer's venue has not heard of. A row goes when the venue has it.
CREATE TABLE standing_due (
  customer_id bigint PRIMARY KEY REFERENCES customer ON DELETE CASCADE,
  -- Payouts wait too, not the mode alone.
  payouts boolean NOT NULL,
  -- Of the newest change: a row that was written again meanwhile stays.
  revision bigint NOT NULL
);
CREATE SEQUENCE standing_revision;
INSERT INTO standing_due (customer_id, payouts, revision)
SELECT c.id, coalesce(s.payouts_held_until > now(), false), nextval('standing_revision')
FROM customer c LEFT JOIN customer_security s ON s.customer_id = c.id
WHERE c.account IS NOT NULL AND (c.mode <> 'normal' OR s.payouts_held_until > now());
