-- What operators tell many customers at once. The text is stored here, once; each customer's notice names it.
CREATE TABLE broadcast (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- title.en, text.en, title.zh-CN, text.zh-CN: plain text, as it was typed.
  texts jsonb NOT NULL,
  -- Who gets it: venue, language, verified.
  filter jsonb NOT NULL,
  -- So many fitted the filter when it was written.
  recipients integer NOT NULL,
  -- Nobody who came later gets it.
  last_customer bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('waits', 'sending', 'sent', 'refused')),
  -- The case in which two decide, where they do.
  case_id bigint REFERENCES case_file,
  written_by integer NOT NULL REFERENCES operator,
  written_at timestamptz NOT NULL,
  -- How far it has been given out: everybody up to this customer has it.
  reached bigint NOT NULL DEFAULT 0,
  given integer NOT NULL DEFAULT 0,
  sent_at timestamptz
);
CREATE INDEX broadcast_sending ON broadcast (id) WHERE state = 'sending';
CREATE INDEX broadcast_lately ON broadcast (written_at);
