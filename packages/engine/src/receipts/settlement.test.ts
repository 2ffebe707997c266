import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FundingRoundEvent, MarkEvent } from '../events.ts';
import { ana, bob, TimedFloor } from '../testing/timed-floor.ts';
import type { SettlementFacts } from './facts.ts';
import { recompute, type SettlementEvent, settlementReceipt } from './index.ts';

const at = { seq: 812, index: 3, time: 1_700_000_000_000 };
const mark: MarkEvent = {
  ...at,
  kind: 'mark',
  instrument: 7,
  markTicks: 60_030,
  indexTicks: 60_000,
  basisTicks: 30,
  lastTicks: 60_400,
  tickTime: at.time,
  source: 'index',
};
const round: FundingRoundEvent = {
  ...at,
  kind: 'fundingRound',
  round: 4,
  instrument: 7,
  due: at.time,
  markTicks: 60_030,
  premiumSumE8: -2_000_001,
  samples: 2,
  interestE8: 10_000,
  capE8: 750_000,
  rateE8: -750_000,
  void: false,
  paid: 0,
  received: 0,
};
const facts: SettlementFacts = {
  venue: 'demo',
  instrument: {
    instrument: 7,
    symbol: 'BTC-PERP',
    baseAsset: 1,
    baseCode: 'BTC',
    baseScale: 8,
    quoteAsset: 2,
    quoteCode: 'USDT',
    quoteScale: 6,
    lotUnits: 100_000n,
    quoteUnitsPerTickLot: 1000,
  },
  contract: {
    tiers: [
      { maxNotional: 1_000_000_000, maxLeverage: 100, maintenancePpm: 5000 },
      { maxNotional: 5_000_000_000, maxLeverage: 50, maintenancePpm: 10_000 },
    ],
    markBandBps: 30,
  },
  mark,
  round,
  liquidation: { bankruptcyTicks: 59_000 },
  asset: { code: 'USDT', scale: 6 },
};
const fill = {
  ...at,
  kind: 'positionFill',
  settlement: 9,
  fill: 77,
  order: 500,
  account: 100_001,
  position: 12,
  instrument: 7,
  direction: 1,
  role: 'taker',
  mode: 2,
  leverage: 7,
} as const;

/** Worked out by hand. */
const examples: Record<string, SettlementEvent> = {
  opening: {
    ...fill,
    action: 1,
    priceTicks: 60_001,
    lots: 30,
    value: 1_800_030_000,
    openLots: 10,
    entryValue: 590_000_000,
    margin: 90_000_000,
    closedEntry: 0,
    profit: 0,
    // 60,001,000 ÷ 7 = 8,571,571.4…
    marginMoved: 30 * 8_571_572,
    feePpm: 501,
    // 901,815.03
    fee: 901_816,
    insured: 0,
  },
  'closing part of a long with a profit': {
    ...fill,
    action: 2,
    priceTicks: 61_000,
    lots: 3,
    value: 183_000_000,
    openLots: 7,
    entryValue: 420_000_001,
    margin: 60_000_001,
    // 180,000,000.4…
    closedEntry: 180_000_001,
    profit: 2_999_999,
    // 25,714,286.1…
    marginMoved: 25_714_286,
    feePpm: 501,
    fee: 91_683,
    insured: 0,
  },
  'closing a short with a loss': {
    ...fill,
    direction: 2,
    action: 2,
    priceTicks: 61_000,
    lots: 7,
    value: 427_000_000,
    openLots: 7,
    entryValue: 420_000_001,
    margin: 60_000_001,
    closedEntry: 420_000_001,
    profit: -6_999_999,
    marginMoved: 60_000_001,
    feePpm: 501,
    fee: 213_927,
    insured: 0,
  },
  'closing part of a long whose loss takes more margin': {
    ...fill,
    action: 2,
    priceTicks: 50_000,
    lots: 3,
    value: 150_000_000,
    openLots: 7,
    entryValue: 420_000_000,
    margin: 42_000_000,
    closedEntry: 180_000_000,
    profit: -30_000_000,
    marginMoved: 30_075_150,
    feePpm: 501,
    fee: 75_150,
    insured: 0,
  },
  'a liquidation through the book beyond the bankruptcy price': {
    ...fill,
    role: 'liquidation',
    action: 2,
    priceTicks: 50_000,
    lots: 7,
    value: 350_000_000,
    openLots: 7,
    entryValue: 420_000_000,
    margin: 42_000_000,
    closedEntry: 420_000_000,
    profit: -70_000_000,
    marginMoved: 42_000_000,
    feePpm: 501,
    fee: 0,
    insured: 28_000_000,
  },
  'funding received': {
    ...at,
    kind: 'fundingPayment',
    round: 4,
    position: 12,
    account: 100_001,
    instrument: 7,
    direction: 1,
    lots: 33,
    markTicks: 60_030,
    rateE8: -750_000,
    // 1,980,990,000 × 0.0075 = 14,857,425
    owed: 14_857_425,
    amount: 14_857_000,
  },
  'funding paid': {
    ...at,
    kind: 'fundingPayment',
    round: 4,
    position: 12,
    account: 100_001,
    instrument: 7,
    direction: 2,
    lots: 33,
    markTicks: 60_030,
    rateE8: -750_000,
    owed: -14_857_425,
    amount: -14_857_425,
  },
  'a liquidation': {
    ...at,
    kind: 'liquidation',
    liquidation: 2,
    account: 100_001,
    position: 12,
    instrument: 7,
    direction: 1,
    mode: 2,
    markTicks: 60_030,
    entryValue: 2_540_000_000,
    margin: 40_000_000,
    // 40,000,000 + 40 × 60,030,000 − 2,540,000,000
    equity: -98_800_000,
    // 1,000,000,000 × 0.5 % + 1,540,000,000 × 1 %
    maintenance: 20_400_000,
    bankruptcyTicks: 62_500,
    // 15 lots stay within 1,000,000,000 at 63,500,000 each
    lots: 25,
    openLots: 40,
    filledLots: 20,
    filledValue: 1_200_000_000,
    fee: 0,
    insured: 1,
    deleveragedLots: 5,
  },
  'a deleveraging': {
    ...at,
    kind: 'deleverage',
    liquidation: 2,
    position: 44,
    account: 100_002,
    instrument: 7,
    direction: 2,
    priceTicks: 59_000,
    lots: 5,
    rank: 1,
    ranked: 9,
  },
  'a mark price': mark,
  'a timed contract won': {
    ...at,
    kind: 'timed',
    timed: 5,
    account: 100_001,
    instrument: 7,
    direction: 2,
    status: 2,
    stake: 10_000_001,
    asset: 2,
    payoutPpm: 850_000,
    payout: 8_500_000,
    placedAt: at.time,
    durationMs: 30_000,
    startTicks: 60_000,
    startTickTime: at.time + 5000,
    endTicks: 59_999,
    endTickTime: at.time + 30_000,
    source: 'index',
    voidReason: '',
  },
  'a charge': {
    ...at,
    kind: 'holdingCharge',
    position: 3,
    account: 100_001,
    instrument: 7,
    session: 5,
    value: 1_000_001,
    ratePpm: 300,
    amount: 301,
  },
  'a split with a fraction': {
    ...at,
    kind: 'corporateAction',
    reference: 'split 2020-08-31',
    instrument: 7,
    action: 'split',
    numerator: 3,
    denominator: 2,
    amountPerShare: 0,
    position: 3,
    account: 100_001,
    direction: 2,
    lotsBefore: 101,
    lotsAfter: 151,
    // one half of a new lot, worth 200,000 × 2 ÷ 3
    cash: -66_667,
    closeTicks: 200,
    source: 'exchange notice',
  },
  'a dividend': {
    ...at,
    kind: 'corporateAction',
    reference: 'dividend 2024-05-13',
    instrument: 7,
    action: 'dividend',
    numerator: 1,
    denominator: 1,
    amountPerShare: 250_000,
    position: 3,
    account: 100_001,
    direction: 1,
    lotsBefore: 3000,
    lotsAfter: 3000,
    cash: 750_000,
    closeTicks: 0,
    source: 'exchange notice',
  },
};

const receiptOf = (name: string) => settlementReceipt(examples[name]!, facts)!;

describe('the receipt of a settlement', () => {
  test.each(Object.keys(examples))('%s agrees with its own arithmetic and names no account', (name) => {
    const receipt = receiptOf(name);
    const again = recompute(receipt.text);
    expect(again.steps.filter(({ agrees }) => !agrees)).toEqual([]);
    expect(again).toMatchObject({ agrees: true, hash: receipt.hash, kind: examples[name]!.kind });
    expect(again.steps.length).toBeGreaterThan(0);
    expect(receipt.text).not.toMatch(/"account"|10000[12]/);
  });

  test.each<[string, Record<string, unknown>[]]>([
    [
      'opening',
      [
        { priceTicks: 60_002 },
        { lots: 31 },
        { value: '1800030001' },
        { leverage: 8 },
        { marginMoved: '257147161' },
        { fee: '901815' },
        { feePpm: 502 },
        { profit: '1' },
        { closedEntry: '1' },
        { insured: '1' },
        { openLots: 11 },
        { entryValue: '590000001' },
        { margin: '1' },
        { lotsAfter: 41 },
        { marginAfter: '0' },
        { entryAfter: '0' },
        { quoteUnitsPerTickLot: '999' },
        { action: 'close' },
      ],
    ],
    [
      'closing part of a long with a profit',
      [
        { direction: 'short' },
        { profit: '3000000' },
        { closedEntry: '180000000' },
        { marginMoved: '25714285' },
        { fee: '91682' },
        { fee: '91684' },
        { insured: '1' },
        { paidOut: '0' },
        { openLots: 8 },
        { margin: '60000010' },
        { product: 'stock' },
        { product: 'bond' },
      ],
    ],
    ['closing part of a long whose loss takes more margin', [{ marginMoved: '30075149' }, { marginMoved: '42000000' }, { fee: '0' }]],
    ['a liquidation through the book beyond the bankruptcy price', [{ insured: '27999999' }, { insured: '28000001' }, { fee: '1' }]],
    [
      'funding received',
      [
        { rateE8: -749_999 },
        { owed: '14857426' },
        { amount: '14857426' },
        { amount: '-1' },
        { short: false },
        { lots: 34 },
        { markTicks: 60_031 },
        { premiumE8: '-1000000' },
        { direction: 'short' },
        { capE8: 750_001 },
        { mark: { ...mark, markBandBps: 30, markTicks: 60_031 } },
        { mark: { ...mark, markBandBps: 30, lastTicks: 60_000 } },
      ],
    ],
    [
      'a liquidation',
      [
        { equity: '-98800001' },
        { maintenance: '20400001' },
        { bankruptcyTicks: 62_499 },
        { lots: 40 },
        { filledLots: 21 },
        { entryValue: '2540000001' },
        { margin: '40000001' },
        { tiers: [{ maxNotional: '1000000000', maintenancePpm: 5001 }] },
        { tiers: 'none' },
        { mode: 'full' },
        { direction: 'short' },
      ],
    ],
    ['a deleveraging', [{ priceTicks: 59_001 }, { rank: 10 }, { rank: 0 }, { value: '1' }, { bankruptcyTicks: 58_999 }]],
    ['a mark price', [{ markTicks: 60_000 }, { basisTicks: 29 }, { indexTicks: 60_500 }, { lastTicks: 0 }]],
    [
      'a timed contract won',
      [
        { status: 'lost' },
        { status: 'equal' },
        { status: 'void' },
        { status: 'running' },
        { direction: 'long' },
        { endTicks: 60_000 },
        { endTicks: 60_001 },
        { endTicks: 0 },
        { startTicks: 59_999 },
        { payout: '8500001' },
        { stake: '10000003' },
        { payoutPpm: 850_001 },
        { returned: '18500000' },
        { startTickTime: at.time - 1 },
        { startTickTime: at.time + 5001 },
        { endTickTime: at.time + 29_999 },
        { endTickTime: at.time + 35_001 },
        { voidReason: 'stale' },
        { voidReason: 'halted' },
      ],
    ],
    ['a charge', [{ value: '1100001' }, { ratePpm: 301 }, { amount: '300' }, { owed: '300' }]],
    [
      'a split with a fraction',
      [
        { lotsAfter: 152 },
        { lotsBefore: 102 },
        { numerator: 4 },
        { denominator: 1 },
        { action: 'dividend' },
        { cash: '-66666' },
        { closeTicks: 201 },
        { direction: 'long' },
      ],
    ],
    ['a dividend', [{ cash: '750001' }, { amountPerShare: '250001' }, { lotsAfter: 2999 }, { lotsBefore: 4000 }, { direction: 'short' }]],
  ])('%s does not agree with any figure changed', (name, changes) => {
    const { facts: stated, hash } = receiptOf(name);
    for (const change of [
      ...changes,
      { version: 2 },
      { kind: 'promise' },
      { rules: {} },
      { rules: { ...(stated['rules'] as object), more: 'x/1' } },
    ]) {
      const again = recompute({ ...stated, ...change });
      expect(again.agrees, JSON.stringify(change)).toBe(false);
      expect(again.hash).not.toBe(hash);
    }
    for (const field of Object.keys(stated)) expect(recompute({ ...stated, [field]: '?' }).hash, field).not.toBe(hash);
  });

  test('text that is not in canonical form does not agree, whatever it says', () => {
    const { facts: stated, text } = receiptOf('opening');
    expect(recompute(text).agrees).toBe(true);
    expect(recompute(` ${text}`).agrees).toBe(false);
    expect(recompute(JSON.stringify(stated, null, 1)).agrees).toBe(false);
  });

  test('a spot fill is recomputed by the same entry', () => {
    expect(recompute({ kind: 'fill', version: 9 })).toMatchObject({ kind: 'fill', agrees: false });
  });

  test('nothing that is handed in makes it throw', () => {
    const documents = Object.keys(examples).map((name) => receiptOf(name).facts);
    fc.assert(
      fc.property(fc.anything(), (document) => {
        expect(recompute(document).agrees).toBe(false);
      }),
      { numRuns: 200, seed: 4 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...documents), fc.nat(), fc.anything(), fc.string(), (stated, nth, value, text) => {
        const fields = Object.keys(stated);
        const field = fields[nth % fields.length]!;
        recompute({ ...stated, [field]: value });
        recompute(JSON.stringify({ ...stated, [field]: text }));
      }),
      { numRuns: 1000, seed: 5 },
    );
    for (const text of ['', '{', 'null', '[]', '{"kind":"toString"}', '{"kind":"__proto__","version":1}'])
      expect(recompute(text).agrees).toBe(false);
  });

  test('there is none for a contract that is not over, nor without the facts it needs', () => {
    const timed = examples['a timed contract won'] as Extract<SettlementEvent, { kind: 'timed' }>;
    expect(settlementReceipt({ ...timed, status: 1 }, facts)).toBeUndefined();
    expect(settlementReceipt(timed, { ...facts, asset: undefined })).toBeUndefined();
    expect(settlementReceipt(examples['funding paid']!, { ...facts, round: undefined })).toBeUndefined();
    expect(settlementReceipt(examples['a liquidation']!, { ...facts, contract: undefined })).toBeUndefined();
  });
});

test('every timed contract that a random floor ends has a receipt that agrees', () => {
  let seen = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          wait: fc.constantFrom(100, 1000, 4000, 6000, 29_000),
          price: fc.integer({ min: 98, max: 102 }),
          buy: fc.constantFrom(0, 0, 3, 7),
          halt: fc.constantFrom(false, false, false, false, true),
        }),
        { minLength: 60, maxLength: 60 },
      ),
      (steps) => {
        const floor = new TimedFloor();
        for (const { wait, price, buy, halt } of steps) {
          floor.time += wait;
          floor.must({ kind: 'setInstrumentStatus', instrument: 1, status: halt ? 3 : 1 });
          floor.tick(price);
          if (buy > 0) floor.buy(buy > 3 ? ana : bob, price > 100 ? 'up' : 'down', buy, buy > 3 ? 30 : 60);
        }
        for (const event of floor.timed) {
          const receipt = settlementReceipt(event, facts);
          expect(receipt === undefined).toBe(event.status < 2);
          if (receipt === undefined) continue;
          seen += 1;
          expect(recompute(receipt.text)).toMatchObject({ agrees: true, hash: receipt.hash });
          for (const endTicks of [event.startTicks, event.startTicks + 1, event.startTicks - 1]) {
            if (event.voidReason === '' && Math.sign(endTicks - event.startTicks) !== Math.sign(event.endTicks - event.startTicks))
              expect(recompute({ ...receipt.facts, endTicks }).agrees).toBe(false);
          }
        }
      },
    ),
    { numRuns: 10, seed: 6 },
  );
  expect(seen).toBeGreaterThan(50);
});
