-- The first command whose events state, in the log, the names, digits and rules that a document takes from definitions. Null: not decided yet.
ALTER TABLE log_state ADD COLUMN terms_from bigint;
