-- Texts that the exchange publishes: notices (1), terms (2) and articles (3). A text has versions in each language.
CREATE TABLE article (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type smallint NOT NULL CHECK (type IN (1, 2, 3)),
  category text NOT NULL,
  -- Names the text in files and hashes. Of terms there is one text for each category.
  code text NOT NULL UNIQUE,
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX article_terms ON article (category) WHERE type = 2;
CREATE INDEX article_listed ON article (type, category, position, id);

CREATE TABLE article_version (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  article_id bigint NOT NULL REFERENCES article,
  language text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- Grows with every change of the row: whoever changes it names the one that they read.
  revision integer NOT NULL DEFAULT 1,
  state text NOT NULL CHECK (state IN ('draft', 'review', 'approved', 'scheduled', 'published', 'superseded', 'withdrawn')),
  title text NOT NULL,
  summary text NOT NULL,
  -- The tree of `@bourse/protocol/texts`.
  body jsonb NOT NULL,
  -- Its words, for the search.
  words text NOT NULL,
  -- Other hosts that it links to.
  hosts text[] NOT NULL DEFAULT '{}',
  -- Set when the draft is given to review.
  hash bytea,
  stricter boolean NOT NULL DEFAULT false,
  -- Of a translation: the English version it was made from.
  source_version integer,
  -- Whoever wrote in the draft: none of them approves it. Empty: it came with the product.
  authors integer[] NOT NULL,
  changed_at timestamptz NOT NULL,
  effective_at timestamptz,
  published_at timestamptz,
  reason text NOT NULL DEFAULT '',
  UNIQUE (article_id, language, version),
  CHECK ((hash IS NULL) = (state = 'draft') OR state = 'withdrawn'),
  CHECK (state <> 'scheduled' OR effective_at IS NOT NULL),
  CHECK (state NOT IN ('published', 'superseded') OR published_at IS NOT NULL)
);
CREATE UNIQUE INDEX article_version_published ON article_version (article_id, language) WHERE state = 'published';
-- One version of a language is on its way at a time.
CREATE UNIQUE INDEX article_version_open ON article_version (article_id, language) WHERE state IN ('draft', 'review', 'approved', 'scheduled');
CREATE INDEX article_version_due ON article_version (effective_at) WHERE state = 'scheduled';

-- What was given to review cannot change any more: customers agree to its hash.
CREATE FUNCTION article_version_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.hash IS NOT NULL AND (OLD.article_id, OLD.language, OLD.version, OLD.title, OLD.summary, OLD.body, OLD.hash, OLD.stricter, OLD.authors)
     IS DISTINCT FROM (NEW.article_id, NEW.language, NEW.version, NEW.title, NEW.summary, NEW.body, NEW.hash, NEW.stricter, NEW.authors) THEN
    RAISE EXCEPTION 'version % of article % was given to review and does not change', OLD.version, OLD.article_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER article_version_frozen BEFORE UPDATE ON article_version FOR EACH ROW EXECUTE FUNCTION article_version_frozen();

CREATE TABLE article_approval (
  version_id bigint NOT NULL REFERENCES article_version,
  operator_id integer NOT NULL REFERENCES operator,
  at timestamptz NOT NULL,
  PRIMARY KEY (version_id, operator_id)
);

-- What customers did with texts.
CREATE TABLE article_consent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  article_id bigint NOT NULL REFERENCES article,
  language text NOT NULL,
  version integer NOT NULL,
  -- Of the version, so that the agreement says to which bytes.
  hash bytea NOT NULL,
  at timestamptz NOT NULL,
  UNIQUE (customer_id, article_id, language, version)
);
CREATE TABLE article_read (
  customer_id bigint NOT NULL,
  article_id bigint NOT NULL REFERENCES article,
  at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, article_id)
);
CREATE TABLE article_vote (
  article_id bigint NOT NULL REFERENCES article,
  customer_id bigint NOT NULL,
  helpful boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (article_id, customer_id)
);
CREATE TABLE article_like (
  article_id bigint NOT NULL REFERENCES article,
  customer_id bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (article_id, customer_id)
);
-- A look counts once a day of UTC.
CREATE TABLE article_look (
  article_id bigint NOT NULL REFERENCES article,
  customer_id bigint NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (article_id, customer_id, day)
);

CREATE TABLE banner (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  revision integer NOT NULL DEFAULT 1,
  picture text NOT NULL,
  -- A page of the app.
  target text NOT NULL,
  -- By language: the words for whoever cannot see the picture.
  alt jsonb NOT NULL,
  position integer NOT NULL,
  shown boolean NOT NULL,
  changed_by integer NOT NULL REFERENCES operator,
  changed_at timestamptz NOT NULL
);
