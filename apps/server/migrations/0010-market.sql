-- Candles of every interval, closed ones only: a row is inserted once and never updated.
-- interval: 0 = 1 minute … 9 = 1 month. Prices in ticks, volume in lots, turnover in tick·lots.
CREATE TABLE market_candle (
  instrument integer NOT NULL,
  interval smallint NOT NULL,
  t bigint NOT NULL,
  ends bigint NOT NULL,
  o bigint NOT NULL,
  h bigint NOT NULL,
  l bigint NOT NULL,
  c bigint NOT NULL,
  v bigint NOT NULL,
  q bigint NOT NULL,
  PRIMARY KEY (instrument, interval, t)
);

-- What a feed must remember so that a restart goes on where the clock says it is: the instant of the simulated starting prices, the point of a replay.
CREATE TABLE market_anchor (
  name text PRIMARY KEY,
  wall bigint NOT NULL,
  recorded bigint NOT NULL,
  speed double precision NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Digest of the rules last sent to a venue's engine, so that an unchanged catalogue sends nothing at a restart.
CREATE TABLE market_definition (
  venue text NOT NULL,
  kind text NOT NULL,
  id integer NOT NULL,
  digest text NOT NULL,
  PRIMARY KEY (venue, kind, id)
);

-- Which source an instrument's candles came from. Candles of two sources are never mixed: a change of source starts the chart anew.
CREATE TABLE market_source (
  instrument integer PRIMARY KEY,
  source text NOT NULL
);

-- Price at which a member entered an index, in ticks: index values are relative to it.
CREATE TABLE market_index_base (
  code text NOT NULL,
  instrument integer NOT NULL,
  source text NOT NULL,
  price_ticks bigint NOT NULL,
  PRIMARY KEY (code, instrument, source)
);
