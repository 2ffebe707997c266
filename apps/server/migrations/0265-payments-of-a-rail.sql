-- Whom a change of a rail concerns: who used it, waits for a payout on it, or saved a destination of it.
CREATE INDEX latest_of_rail ON latest (venue, kind, ((event->>'rail')::integer)) WHERE kind IN ('deposit', 'payout', 'destination');
