-- A receipt's hash follows from the fill's own facts: stored, it could only disagree with them.
ALTER TABLE fills DROP COLUMN receipt_hash;
