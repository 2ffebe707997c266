import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at } from '../testing/product-examples.ts';
import { examples, facts, mark } from '../testing/settlement-examples.ts';
import { recompute, type SettlementEvent, settlementReceipt } from './index.ts';

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

  /** Customers keep documents and hashes: the same settlement must give the same bytes for ever. */
  test('has the bytes that it always had', () => {
    const hashes = Object.fromEntries(Object.keys(examples).map((name) => [name, receiptOf(name).hash.slice(0, 16)]));
    expect(hashes).toEqual({
      opening: '4fb9708f900b45b9',
      'closing part of a long with a profit': 'da10e10ee93baa4e',
      'closing a short with a loss': '5ac1981d0e300882',
      'closing part of a long whose loss takes more margin': '8dfdca2071b457c1',
      'a liquidation through the book beyond the bankruptcy price': '76483159c36876bf',
      'funding received': 'a6c78883e88caa2a',
      'funding paid': '15c807c2f366c6f4',
      'a liquidation': 'bcd29fbe6e98f5f9',
      'a liquidation in full margin': 'd743a3e80f1f7bbd',
      'a deleveraging': '627fb9361c731260',
      'a mark price': '1ce2ae158e1a2c6a',
      'a timed contract won': '3db2bde0931a46a8',
      'a charge': '40daca23827746a1',
      'a split with a fraction': 'eaa990d3c437b923',
      'interest taken out': '0a1650f89f75d437',
      'a loan repaid in part': 'bbb5653677e097b4',
      'collateral sold': 'f09c5420102839e2',
      'all collateral sold, and the fund too small': '92542c990699af53',
      'a swap': 'cbd46dfacb468e32',
      'a level of a day': 'ab3803f061f74587',
      'a higher level bought': 'abd4d41e630cbdc2',
      'the same level for longer': '27609d1aa180d828',
      'a day of rebates': '0f12c0c6bca14da2',
      'a dividend': '16ee8d799491872b',
    });
  });

  test.each<[string, Record<string, unknown>[]]>([
    ['collateral sold', [{ insured: '1' }, { fee: '800036366' }]],
    ['all collateral sold, and the fund too small', [{ insured: '99999999' }, { insured: '100000001' }, { insured: '0' }]],
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
    [
      'a liquidation in full margin',
      [{ available: '90000001' }, { apart: '14999999' }, { othersMaintenance: '5000001' }, { available: undefined }],
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
    ['a level of a day', [{ volume: 299_999_999_999 }, { level: 1 }, { level: 3 }, { thresholds: [] }]],
    ['a higher level bought', [{ credit: 6_666_668 }, { paid: 1 }, { price: 1 }, { until: 1 }, { paidBefore: 1 }, { from: 1 }]],
    [
      'a dividend',
      [{ cash: '750001' }, { amount: '250001' }, { denominator: 2 }, { lotsAfter: 2999 }, { lotsBefore: 4000 }, { direction: 'short' }],
    ],
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

  test('a text that is not in canonical form never agrees', () => {
    const { facts: stated, text } = receiptOf('opening');
    expect(recompute(text).agrees).toBe(true);
    expect(recompute(` ${text}`).agrees).toBe(false);
    expect(recompute(JSON.stringify(stated, null, 1)).agrees).toBe(false);
  });

  test('a spot fill is recomputed by the same function', () => {
    expect(recompute({ kind: 'fill', version: 9 })).toMatchObject({ kind: 'fill', agrees: false });
  });

  test('no input makes it throw', () => {
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

  test('there is no receipt for a contract that has not ended, or without the facts it needs', () => {
    const timed = examples['a timed contract won'] as Extract<SettlementEvent, { kind: 'timed' }>;
    expect(settlementReceipt({ ...timed, status: 1 }, facts)).toBeUndefined();
    expect(settlementReceipt(timed, { ...facts, asset: undefined })).toBeUndefined();
    expect(settlementReceipt(timed, { ...facts, instrument: undefined })).toBeUndefined();
    expect(settlementReceipt(examples['funding paid']!, { ...facts, round: undefined })).toBeUndefined();
    expect(settlementReceipt(examples['a liquidation']!, { ...facts, contract: undefined })).toBeUndefined();
  });
});
