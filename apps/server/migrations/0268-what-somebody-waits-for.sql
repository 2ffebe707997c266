-- A code leaves before the letters that only tell something, however many of these are waiting.
ALTER TABLE outbox ADD COLUMN awaited boolean NOT NULL DEFAULT false;
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (channel, awaited DESC, due_at) WHERE status = 'waiting';
