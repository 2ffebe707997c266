-- What operators signed with their decision: the command id of the proposal, and the hashes of both assertions.
ALTER TABLE case_file ADD COLUMN decide_command uuid, ADD COLUMN decide_proof text NOT NULL DEFAULT '', ADD COLUMN confirm_proof text NOT NULL DEFAULT '';
