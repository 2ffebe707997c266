-- Sweeps find what is due without reading what only grows.

-- Visitors and demo accounts that wrote to customer service stay with their conversation.
ALTER TABLE customer ADD COLUMN wrote boolean NOT NULL DEFAULT false;
UPDATE customer c SET wrote = true WHERE EXISTS (SELECT 1 FROM chat_group g WHERE g.customer_id = c.id);
DROP INDEX customer_for_a_while;
CREATE INDEX customer_for_a_while ON customer (login_type, created_at) WHERE login_type <> 1 AND NOT wrote;

CREATE INDEX document_unused ON document (created_at) WHERE used_by IS NULL AND erased_at IS NULL;
CREATE INDEX chat_group_kept ON chat_group (spoke_at) WHERE sealed_key IS NOT NULL;
CREATE INDEX identity_application_screened ON identity_application (screened_by) WHERE status = 1 AND sealed IS NOT NULL;
