-- When the customer was told that their case is later than promised. Once for each case.
ALTER TABLE case_file ADD COLUMN late_told_at timestamptz;
CREATE INDEX case_file_late ON case_file (due_at) WHERE late_told_at IS NULL AND due_at IS NOT NULL AND step IN ('waiting', 'taken', 'proposed');
-- Cases that were late before are not news.
UPDATE case_file SET late_told_at = due_at WHERE due_at < now();
