-- The server's own mark on each key of an operator and on each link that makes one: whoever writes only the tables cannot make it.
ALTER TABLE operator_key ADD COLUMN mark text;
ALTER TABLE operator_link ADD COLUMN mark text;
