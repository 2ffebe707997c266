-- Jobs and customers ask for these again and again. Each is found without reading a table that grows.

-- In the order in which addresses were made: a watcher reads the new ones only.
CREATE SEQUENCE deposit_address_place;
ALTER TABLE deposit_address ADD COLUMN place bigint NOT NULL DEFAULT nextval('deposit_address_place');
CREATE INDEX deposit_address_made ON deposit_address (network, place);
CREATE INDEX deposit_address_any ON deposit_address (lower(address));

-- What was credited and then gathered from its address.
ALTER TABLE deposit ADD COLUMN swept boolean NOT NULL DEFAULT false;
UPDATE deposit d SET swept = true FROM sweep s
  WHERE s.rail = d.rail AND s.address = d.address AND s.problem IS NULL AND s.ended_at IS NOT NULL AND d.step = 'credited' AND d.changed_at <= s.begun_at;
CREATE INDEX deposit_held ON deposit (rail, address) INCLUDE (units) WHERE step = 'credited' AND NOT swept;
CREATE INDEX deposit_on_its_way ON deposit (address) WHERE step IN ('seen', 'confirming', 'ready');
CREATE INDEX deposit_submitted ON deposit (number) WHERE step = 'submitted';
CREATE INDEX deposit_review ON deposit (number) WHERE step = 'review';
CREATE INDEX deposit_awaiting ON deposit (expires_at) WHERE step = 'awaiting';
CREATE INDEX deposit_credited ON deposit (changed_at) WHERE step = 'credited';
CREATE INDEX payout_sent_final ON payout_sent (ended_at) WHERE final_hash IS NOT NULL;

CREATE INDEX operator_assertion_of ON operator_assertion (challenge);
CREATE INDEX case_file_decided ON case_file (decided_at);
CREATE INDEX refresh_token_followed ON refresh_token (used_at) WHERE successor IS NOT NULL;
CREATE INDEX session_replaced ON session (replaced_at) WHERE state = 'replaced';
CREATE INDEX session_ended ON session (last_seen_at) WHERE state = 'ended';
CREATE INDEX customer_for_a_while ON customer (login_type, created_at) WHERE login_type <> 1;
