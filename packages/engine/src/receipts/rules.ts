/** How each figure of a settlement is computed. A rule's version changes when its arithmetic does; old receipts keep the rule they name. */
export const settlementRules = {
  value: 'lots × price in ticks × units per tick and lot, exact/1',
  marginLocked: 'lots × (price × units per tick and lot ÷ leverage, rounded up)/1',
  openingFee: 'value × rate ÷ 1,000,000, rounded up/1',
  closedEntry: 'entry value × lots ÷ open lots, rounded up for a long and down for a short/1',
  profit: 'long: value − closed entry; short: closed entry − value/1',
  marginReleased: 'margin × lots ÷ open lots, rounded down (all with the last lot); more where loss and fee need it, at most all of it/1',
  forcedRelease: 'the same without the fee, and without what is asked beyond the bankruptcy price/1',
  stockReleased: 'long: closed entry − loan repaid, which is its share of entry value − margin, rounded up; short: as for contracts/1',
  closingFee: 'value × rate ÷ 1,000,000, rounded up, at most what closing leaves; in full margin the account pays what is missing/1',
  insured: 'what a loss leaves uncovered; in full margin the account pays first/1',
  paidOut: 'margin released + profit + paid by the insurance fund − fee/1',
  lotsAfter: 'open lots + lots when opening, − lots when closing/1',
  entryAfter: 'entry value + value when opening, − closed entry when closing/1',
  marginAfter: 'margin + margin locked when opening, − margin released when closing/1',

  mark: 'median of index, index + basis and last trade, the last two brought within the band of the index/1',
  premium: 'sum of samples ÷ samples, rounded down; 0 without samples/1',
  fundingRate: 'premium + interest, at most the cap either way/1',
  fundingOwed: 'lots × mark × units per tick and lot × rate ÷ 100,000,000; paid rounded up, received rounded down/1',
  fundingMoved: 'no more than is owed; less only where payers could not pay/1',

  maintenance: 'each part of the entry value × the rate of its tier ÷ 1,000,000, the sum rounded up/1',
  equity: 'margin + profit of the open lots at the mark price/1',
  due: 'equity at or below maintenance/1',
  bankruptcy: 'price at which nothing of the margin is left; a long’s rounded up, a short’s down/1',
  stepLots: 'so many that the rest fits the tier below; in the lowest tier all/1',
  closedInAll: 'filled + deleveraged, at most the lots of this step; a step takes at most what is open/1',
  rank: 'a place in the ranking by profit ratio × leverage/1',
  atBankruptcy: 'at the bankruptcy price of the liquidation/1',

  payout: 'stake × rate ÷ 1,000,000, rounded down/1',
  startTick: 'first index tick at or after the order, within 5,000 ms/1',
  endTick: 'first index tick at or after the order + duration, within 5,000 ms/1',
  outcome: 'long wins above the start tick, short below; equal at it; void without both ticks or when the instrument did not trade/1',
  returned: 'won: stake + payout; equal or void: stake; lost: 0/1',

  charge: 'value × rate ÷ 1,000,000, rounded up/1',
  chargeMoved: 'no more than is owed; less only where what was available and the margin did not hold it/1',
  splitLots: 'lots × numerator ÷ denominator, rounded down/1',
  dividend: 'shares × amount a share; received by a long, paid by a short/1',
} as const;
export type SettlementRule = keyof typeof settlementRules;
