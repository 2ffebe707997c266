-- Views of leverage: positions, what orders do to them, and everything that settled something. Customers only; of the house nobody asks, except for the
-- liquidations and deleveragings that a risk page shows. Amounts are quote minor units.

CREATE TABLE positions (
  venue text NOT NULL,
  position_id bigint NOT NULL,
  account integer NOT NULL,
  instrument integer NOT NULL,
  direction smallint NOT NULL,
  mode smallint NOT NULL,
  leverage smallint NOT NULL,
  -- 0: closed, and the row is final.
  lots bigint NOT NULL,
  entry_value bigint NOT NULL,
  margin bigint NOT NULL,
  loan bigint NOT NULL,
  realised bigint NOT NULL,
  fees bigint NOT NULL,
  funding bigint NOT NULL,
  closed_lots bigint NOT NULL,
  exit_value bigint NOT NULL,
  closed_entry bigint NOT NULL,
  take_profit_ticks bigint NOT NULL,
  stop_loss_ticks bigint NOT NULL,
  liquidation_ticks bigint NOT NULL,
  opened_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  reason text NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (venue, position_id)
) WITH (fillfactor = 80);
CREATE INDEX positions_closed ON positions (venue, account, seq) WHERE lots = 0;
CREATE INDEX positions_of_account ON positions (venue, account);

-- How an open position stood at the end of each half hour in which it changed: what an account was worth then.
CREATE TABLE position_history (
  venue text NOT NULL,
  account integer NOT NULL,
  position_id bigint NOT NULL,
  -- Half hours since the epoch.
  step bigint NOT NULL,
  instrument integer NOT NULL,
  direction smallint NOT NULL,
  lots bigint NOT NULL,
  entry_value bigint NOT NULL,
  loan bigint NOT NULL,
  PRIMARY KEY (venue, account, position_id, step)
) WITH (fillfactor = 80);

CREATE TABLE order_terms (
  venue text NOT NULL,
  order_id bigint NOT NULL,
  direction smallint NOT NULL,
  action smallint NOT NULL,
  mode smallint NOT NULL,
  leverage smallint NOT NULL,
  position_id bigint NOT NULL,
  take_profit_ticks bigint NOT NULL,
  stop_loss_ticks bigint NOT NULL,
  whole boolean NOT NULL,
  upper_circuit boolean NOT NULL,
  waits boolean NOT NULL,
  PRIMARY KEY (venue, order_id)
) WITH (fillfactor = 90);
CREATE INDEX order_terms_of_position ON order_terms (venue, position_id, order_id) WHERE position_id > 0;

-- The event behind each receipt, whole. Its place in the journal is its name.
CREATE TABLE settlement (
  venue text NOT NULL,
  seq bigint NOT NULL,
  event_index integer NOT NULL,
  time bigint NOT NULL,
  kind text NOT NULL,
  account integer NOT NULL,
  instrument integer NOT NULL,
  position_id bigint NOT NULL,
  order_id bigint NOT NULL,
  event jsonb NOT NULL,
  PRIMARY KEY (venue, seq, event_index)
);
CREATE INDEX settlement_of_account ON settlement (venue, account, seq, event_index);
CREATE INDEX settlement_of_position ON settlement (venue, position_id, seq, event_index) WHERE position_id > 0;
CREATE INDEX settlement_of_order ON settlement (venue, order_id, seq) WHERE order_id > 0;
CREATE INDEX settlement_of_risk ON settlement (venue, instrument, seq) WHERE kind IN ('liquidation', 'deleverage');
CREATE INDEX settlement_told ON settlement (venue, seq) WHERE kind IN ('liquidation', 'deleverage', 'fundingPayment', 'timed');

CREATE TABLE funding_round (
  venue text NOT NULL,
  seq bigint NOT NULL,
  event_index integer NOT NULL,
  time bigint NOT NULL,
  round bigint NOT NULL,
  instrument integer NOT NULL,
  due bigint NOT NULL,
  mark_ticks bigint NOT NULL,
  premium_sum_e8 bigint NOT NULL,
  samples bigint NOT NULL,
  interest_e8 bigint NOT NULL,
  cap_e8 bigint NOT NULL,
  rate_e8 bigint NOT NULL,
  void boolean NOT NULL,
  paid bigint NOT NULL,
  received bigint NOT NULL,
  PRIMARY KEY (venue, seq, event_index)
);
CREATE INDEX funding_round_of_instrument ON funding_round (venue, instrument, seq);

CREATE TABLE timed_contract (
  venue text NOT NULL,
  timed_id bigint NOT NULL,
  account integer NOT NULL,
  instrument integer NOT NULL,
  direction smallint NOT NULL,
  status smallint NOT NULL,
  stake bigint NOT NULL,
  asset integer NOT NULL,
  payout_ppm integer NOT NULL,
  payout bigint NOT NULL,
  placed_at bigint NOT NULL,
  duration_ms bigint NOT NULL,
  start_ticks bigint NOT NULL,
  start_tick_time bigint NOT NULL,
  end_ticks bigint NOT NULL,
  end_tick_time bigint NOT NULL,
  source text NOT NULL,
  void_reason text NOT NULL,
  -- Of the event that changed it last: once it is over, of its receipt.
  seq bigint NOT NULL,
  event_index integer NOT NULL,
  PRIMARY KEY (venue, timed_id)
) WITH (fillfactor = 70);
CREATE INDEX timed_contract_of_account ON timed_contract (venue, account, timed_id);
CREATE INDEX timed_contract_of_instrument ON timed_contract (venue, instrument, status);

CREATE TABLE margin_warning (
  venue text NOT NULL,
  seq bigint NOT NULL,
  event_index integer NOT NULL,
  time bigint NOT NULL,
  account integer NOT NULL,
  position_id bigint NOT NULL,
  instrument integer NOT NULL,
  ratio_ppm bigint NOT NULL,
  PRIMARY KEY (venue, seq, event_index)
);
