-- One case for each loan that waits for a decision, in each venue.
CREATE UNIQUE INDEX case_file_of_loan ON case_file (venue, (subject->>'loan')) WHERE kind = 'loan';
-- The screens of loans are there.
UPDATE menu_item SET visible = true WHERE path IN ('/funds/LOANS', '/funds/loans/log');
