-- Customers are told of stricter terms when they are scheduled, and when such a version is taken back, a batch at a time.
CREATE TABLE terms_told (
  version_id bigint NOT NULL REFERENCES article_version,
  -- announced, withdrawn
  what text NOT NULL CHECK (what IN ('announced', 'withdrawn')),
  -- Everybody up to this customer has been told.
  reached bigint NOT NULL DEFAULT 0,
  -- Nobody who came later is told.
  last_customer bigint NOT NULL,
  done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (version_id, what)
);
CREATE INDEX terms_told_open ON terms_told (version_id) WHERE NOT done;
