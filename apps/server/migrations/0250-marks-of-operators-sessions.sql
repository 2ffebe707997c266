-- The server's own mark on each session of an operator. A session of before has none: its operator signs in again.
ALTER TABLE operator_session ADD COLUMN mark text;
