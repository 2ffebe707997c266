/**
 * Everything a customer is told about by a stored notice, with the names of its parameters. Prices, quantities and amounts are decimal strings, `no` is
 * an id. The faces hold a sentence for each; the server can send no other.
 */
export const notices = {
  /** Spot: a limit order, a take-profit, a stop. */
  'order.filled': ['no'],
  'order.takeProfit': ['no'],
  'order.stopLoss': ['no'],
  /** A contract order with a price of its own is completed, and so of stocks. */
  'contract.limitFilled': ['no', 'symbol'],
  'stock.filled': ['no', 'symbol'],
  /** An order of a stock that ended without its customer: `reason` is the order's. */
  'stock.ended': ['no', 'symbol', 'reason'],
  /** Shares before and after; `amount` is what was paid for fractions of a share. */
  'stock.split': ['symbol', 'before', 'after', 'amount', 'coin'],
  /** `amount` is signed: positive is received. */
  'stock.dividend': ['symbol', 'amount', 'coin'],
  /** A protection of a position acted: both were set, only a take-profit, only a stop-loss. */
  'stops.both': ['no', 'symbol'],
  'stops.profit': ['no', 'symbol'],
  'stops.loss': ['no', 'symbol'],
  'liquidation.full': ['symbol', 'quantity', 'price'],
  'liquidation.segmented': ['no', 'symbol', 'quantity', 'price'],
  deleveraged: ['symbol', 'quantity', 'price'],
  /** `amount` is signed: positive is received. */
  'funding.paid': ['symbol', 'amount', 'coin'],
  /** `ratio` is maintenance ÷ equity in percent; `symbol` is empty for the full-margin account. */
  'margin.warning': ['ratio', 'symbol'],
  /** `result` is the signed profit or loss, `status` a `TimedStatus`. */
  'timed.settled': ['no', 'symbol', 'status', 'result', 'coin'],
  'copy.completed': [],
  'lead.closed': [],
  'deposit.credited': ['operateBalance', 'coinName', 'availableBalance'],
  'deposit.rejected': [],
  'withdrawal.credited': ['operateBalance', 'coinName', 'availableBalance'],
  'withdrawal.rejected': ['remark'],
  'identity.rejected': ['remark'],
  'vip.approved': [],
  'vip.failed': [],
  'account.restricted': [],
} as const satisfies Record<string, readonly string[]>;

export type NoticeKind = keyof typeof notices;
export type NoticeParams<Kind extends NoticeKind> = Readonly<Record<(typeof notices)[Kind][number], string>>;
/** A notice with exactly the parameters of its kind. */
export type NoticeContent = { [Kind in NoticeKind]: { kind: Kind; params: NoticeParams<Kind> } }[NoticeKind];
