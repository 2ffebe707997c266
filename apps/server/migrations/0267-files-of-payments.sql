-- The server looks for files that the bank has not taken, and for the file of a payout, every two seconds.
CREATE INDEX payout_file_unsent ON payout_file (id) WHERE taken_at IS NULL;
CREATE INDEX payout_in_file_file ON payout_in_file (file);
