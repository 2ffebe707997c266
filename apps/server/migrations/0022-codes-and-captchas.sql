-- One code at a time for a purpose and a target; a new one replaces the old.
CREATE TABLE verification_code (
  -- 1 register, 2 reset password, 3 update profile
  purpose smallint NOT NULL CHECK (purpose IN (1, 2, 3)),
  -- E-mail address or phone number, normalised.
  target text NOT NULL,
  -- Profile updates: the code belongs to the customer who asked for it. 0: nobody yet.
  customer_id bigint NOT NULL DEFAULT 0,
  -- Null: the answer had to be the same, but there is nothing to prove (an unknown or a taken address).
  code_hash bytea,
  tries smallint NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (purpose, target, customer_id)
);
CREATE INDEX verification_code_expires_at ON verification_code (expires_at);

CREATE TABLE captcha (
  id uuid PRIMARY KEY,
  answer_hash bytea NOT NULL,
  -- Signature of the proof-of-work challenge that went out with the picture: used once, together with it.
  challenge_signature text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX captcha_expires_at ON captcha (expires_at);
