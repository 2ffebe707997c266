-- position_history.step counts minutes since the epoch: the equity curve is sampled by the minute. The histories are empty now, and the next
-- start makes them again from the journal.
TRUNCATE orders, fills, ledger_line, transfers, command_outcome, balance, daily_balance,
  order_terms, positions, position_history, latest_mark, instrument_rule, happening, latest, projection_checkpoint;
