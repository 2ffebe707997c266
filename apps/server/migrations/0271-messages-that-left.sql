-- Mails and text messages that were sent or given up are kept for a while, and then found by their age.
CREATE INDEX outbox_over ON outbox (created_at) WHERE status <> 'waiting';
