-- Money that came in and that nobody announced, and the case in which people find its owner. One case for each: a line of a statement, or a deposit without an account.
CREATE TABLE unmatched_case (
  source text PRIMARY KEY,
  case_id bigint NOT NULL UNIQUE REFERENCES case_file
);
