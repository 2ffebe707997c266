import type { FillReceiptFacts } from '@bourse/engine/receipts';

/**
 * Shown, and labelled as an example, while the venue has no trade. The trade is made up; the recomputation is real: the browser computes
 * the hash and compares it with the one below.
 */
export const exampleFacts: FillReceiptFacts = {
  kind: 'fill',
  version: 1,
  venue: 'demo',
  seq: 4118207,
  index: 2,
  time: Date.UTC(2026, 10, 20, 8, 0, 0),
  fill: 88213,
  instrument: 1001,
  symbol: 'BTC/USDT',
  baseCode: 'BTC',
  baseScale: 8,
  quoteCode: 'USDT',
  quoteScale: 6,
  lotUnits: '10000',
  quoteUnitsPerTickLot: '1',
  order: 412907,
  side: 'buy',
  role: 'taker',
  priceTicks: 6839140,
  lots: 1500,
  baseUnits: '15000000',
  quoteUnits: '10258710000',
  feePpm: 1000,
  feeCode: 'BTC',
  feeUnits: '15000',
  netUnits: '14985000',
  rules: {
    baseAmount: 'lots × units per lot, exact/1',
    notional: 'lots × price in ticks × units per tick and lot, exact/1',
    fee: 'received × rate ÷ 1,000,000, rounded up/1',
    net: 'received − fee, exact/1',
  },
};

export const exampleHash = '93dcab1a501edec8ef560c84910031cca46e866cc39044f3fee36ed6edf84806';
