-- What is asked of a conversation costs the same however long it is, and however many there are.

-- How fast a person writes is counted over all of their groups.
CREATE INDEX chat_member_customer ON chat_member (customer_id) WHERE customer_id IS NOT NULL;
-- Messages of agents: since when a customer waits.
CREATE INDEX chat_entry_answers ON chat_entry (group_id, "offset") WHERE kind = 1 AND role <> 1;
-- Those that a customer can still read: counted in the index alone.
CREATE INDEX chat_entry_unread ON chat_entry (group_id, "offset") WHERE kind = 1 AND role IS DISTINCT FROM 1 AND withdrawn_by IS NULL;
-- Messages of customers: what their agent has not read.
CREATE INDEX chat_entry_questions ON chat_entry (group_id, "offset") WHERE kind = 1 AND role = 1;
-- The edits of a message that is withdrawn.
CREATE INDEX chat_entry_about ON chat_entry (group_id, of_offset) WHERE of_offset IS NOT NULL;
