-- A customer's collected instruments, the same list for both names the specification gives it.
CREATE TABLE market_favourite (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id text NOT NULL,
  instrument integer NOT NULL,
  is_tripartite boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (customer_id, instrument)
);
