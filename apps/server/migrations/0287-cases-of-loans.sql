-- One case for each loan that waits for a decision, in each venue.
CREATE UNIQUE INDEX case_file_of_loan ON case_file (venue, (subject->>'loan')) WHERE kind = 'loan';
