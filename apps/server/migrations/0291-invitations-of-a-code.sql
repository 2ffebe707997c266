-- How many friends came by a code is counted wherever the code is read.
CREATE INDEX invitation_of_code ON invitation (code, created_at DESC);
