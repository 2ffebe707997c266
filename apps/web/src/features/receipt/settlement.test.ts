import {
  rulesOf,
  type SettlementEvent,
  type SettlementFacts,
  settlementKinds,
  settlementReceipt,
  settlementRules,
  viewOf,
} from '@bourse/engine/receipts';
import { facts as exampleFacts, examples } from '@bourse/engine/receipts/examples';
import { english as en } from '@bourse/words/english';
import { describe, expect, it } from 'vitest';
import { recompute } from './recompute.ts';
import { recomputeSettlement, type Settled } from './settlement.ts';
import { headlineOf, inputsOf } from './settlement-facts.ts';
import { unitsOf } from './units.ts';

const at = { seq: 812, index: 3, time: 1_795_176_000_000 };
const mark = {
  ...at,
  kind: 'mark',
  instrument: 7,
  markTicks: 683_914,
  indexTicks: 683_910,
  basisTicks: 4,
  lastTicks: 684_000,
  tickTime: at.time,
  source: 'replay',
} as const;
const facts: SettlementFacts = {
  venue: 'demo',
  // One lot is 0.001 BTC, one tick 0.1 USDT: 100 units of 10⁻⁶ USDT.
  instrument: { ...exampleFacts.instrument, quoteUnitsPerTickLot: 100 },
  contract: { tiers: [{ maxNotional: 100_000_000_000, maxLeverage: 100, maintenancePpm: 5000 }], markBandBps: 30 },
  mark,
  round: {
    ...at,
    kind: 'fundingRound',
    round: 4,
    instrument: 7,
    due: at.time,
    markTicks: 683_914,
    premiumSumE8: 6_816_000,
    samples: 480,
    interestE8: 10_000,
    capE8: 750_000,
    rateE8: 24_200,
    void: false,
    paid: 0,
    received: 0,
  },
  asset: { code: 'USDT', scale: 6 },
};
const funding: SettlementEvent = {
  ...at,
  kind: 'fundingPayment',
  round: 4,
  position: 12,
  account: 5,
  instrument: 7,
  direction: 1,
  lots: 150,
  markTicks: 683_914,
  rateE8: 24_200,
  owed: -2_482_608,
  amount: -2_482_608,
};
const closing: SettlementEvent = {
  ...at,
  kind: 'positionFill',
  settlement: 9,
  fill: 77,
  order: 500,
  account: 5,
  position: 12,
  instrument: 7,
  direction: 1,
  action: 2,
  role: 'taker',
  mode: 2,
  leverage: 10,
  priceTicks: 690_000,
  lots: 50,
  value: 3_450_000_000,
  openLots: 150,
  entryValue: 10_258_710_000,
  margin: 1_025_880_000,
  closedEntry: 3_419_570_000,
  profit: 30_430_000,
  marginMoved: 341_960_000,
  feePpm: 500,
  fee: 1_725_000,
  insured: 0,
};
const timed: SettlementEvent = {
  ...(examples['a timed contract won'] as Extract<SettlementEvent, { kind: 'timed' }>),
  ...at,
  ...{ stake: 50_000_000, payoutPpm: 800_000, payout: 40_000_000, placedAt: at.time, source: 'replay' },
  ...{ startTicks: 683_914, startTickTime: at.time + 200, endTicks: 683_900, endTickTime: at.time + 30_100 },
};

const worked = (event: SettlementEvent, of = facts): Settled => {
  const receipt = settlementReceipt(event, of)!;
  return recomputeSettlement(receipt.text, receipt.hash)!;
};
const line = (done: Settled, name: string) => done.lines.find((one) => one.name === name);

describe('the receipt of a funding payment', () => {
  const done = worked(funding);
  it('agrees, and comes to the figure of the picture that it was drawn after', () => {
    expect(done).toMatchObject({ agrees: true, verdicts: { inputs: true, rule: true, arithmetic: true, hash: true } });
    const units = unitsOf(done.facts);
    expect(headlineOf(done.kind, done.facts, units)).toEqual({ as: 'money', text: '-2.482608', signed: true });
    expect(inputsOf(done.kind, done.facts, units).map(({ name, text }) => `${name} ${text}`)).toEqual([
      'positionSize 0.15',
      'markPrice 68391.4',
      'premium 0.0142',
      'interest 0.01',
      'cap 0.75',
    ]);
  });
  it('is written in units that a person reads', () => {
    expect(line(done, 'mark')?.left).toBe('68391.0, 68391.4, 68400.0');
    expect(line(done, 'fundingRate')).toMatchObject({ left: '0.0142% + 0.01%', result: { as: 'percent', text: '0.0242' } });
    expect(line(done, 'fundingOwed')).toMatchObject({ left: '0.15 × 68391.4 × 0.0242%', result: { as: 'money', text: '-2.482608' } });
  });
  it('differs where a figure was changed, and says in which step', () => {
    const { text, hash } = settlementReceipt(funding, facts)!;
    const spoilt = recomputeSettlement(text.replace('"amount":"-2482608"', '"amount":"-2482609"'), hash)!;
    expect(spoilt).toMatchObject({ agrees: false, verdicts: { arithmetic: false, hash: false } });
    expect(recomputeSettlement(text, '0'.repeat(64))).toMatchObject({ agrees: false, verdicts: { arithmetic: true, hash: false } });
    const other = recomputeSettlement(text.replace('"premium":"sum', '"premium":"Sum'), hash)!;
    expect(other).toMatchObject({ agrees: false, verdicts: { rule: false, arithmetic: true } });
  });
});

describe('the receipt of a closing fill', () => {
  const done = worked(closing);
  it('pays out margin and profit less the fee', () => {
    expect(done.agrees).toBe(true);
    expect(line(done, 'closedEntry')?.left).toBe('10258.710000 × 0.05 ÷ 0.15');
    expect(line(done, 'paidOut')).toMatchObject({
      left: '341.960000 + 30.430000 + 0.000000 − 1.725000',
      result: { as: 'money', text: '370.665000' },
    });
    expect(line(done, 'lotsAfter')).toMatchObject({ left: '0.15 − 0.05', result: { as: 'quantity', text: '0.1' } });
  });
});

describe('the receipt of a timed contract', () => {
  const done = worked(timed);
  it('says who won and what comes back', () => {
    expect(done.agrees).toBe(true);
    expect(line(done, 'outcome')?.result).toEqual({ as: 'word', text: 'won' });
    expect(line(done, 'returned')).toMatchObject({ left: '50.000000 + 40.000000', result: { as: 'money', text: '90.000000' } });
  });
  it('scales its ticks by the instrument where the document has no price of its own', () => {
    const [start] = inputsOf('timed', done.facts, unitsOf(done.facts, '0.10')).filter(({ name }) => name === 'startTick');
    expect(start).toMatchObject({ as: 'price', text: '68391.4' });
    expect(unitsOf(done.facts, '0.10').price('683910')).toBe('68391.0');
    expect(unitsOf(done.facts, '1').price('683910')).toBe('683910');
  });
});

describe('receipts of what is forced, charged and announced', () => {
  const workedExample = (name: string) => worked(examples[name]!, exampleFacts);
  it('a liquidation shows why it was due and how far it went', () => {
    const done = workedExample('a liquidation');
    expect(done.agrees).toBe(true);
    expect(line(done, 'maintenance')).toMatchObject({
      left: '1000.000000 × 0.5% + 1540.000000 × 1%',
      result: { as: 'money', text: '20.400000' },
    });
    expect(line(done, 'due')).toMatchObject({ left: '-98.800000 ≤ 20.400000', result: { as: 'holds', holds: true } });
    expect(line(done, 'bankruptcy')?.result).toEqual({ as: 'price', text: '62500' });
    expect(line(done, 'closedInAll')?.left).toBe('0.02 + 0.005 ≤ 0.025');
  });
  it('a liquidation in full margin adds up what the whole account had', () => {
    const done = workedExample('a liquidation in full margin');
    expect(done.agrees).toBe(true);
    expect(line(done, 'accountEquity')).toMatchObject({
      left: '90.000000 + 75.000000 − 15.000000 + -138.800000 + 10.000000',
      result: { as: 'money', text: '21.200000' },
    });
    expect(line(done, 'accountMaintenance')).toMatchObject({ left: '20.400000 + 5.000000', result: { as: 'money', text: '25.400000' } });
  });
  it('a deleveraging shows its place and its price', () => {
    const done = workedExample('a deleveraging');
    expect(done.agrees).toBe(true);
    expect(line(done, 'rank')?.left).toBe('1 ≤ 1 ≤ 9');
    expect(line(done, 'atBankruptcy')?.result).toEqual({ as: 'price', text: '59000' });
  });
  it('a charge is rounded up, and is what the account pays', () => {
    const done = workedExample('a charge');
    expect(done.agrees).toBe(true);
    expect(line(done, 'charge')).toMatchObject({ left: '1.000001 × 0.03%', result: { as: 'money', text: '0.000301' } });
    expect(headlineOf('holdingCharge', done.facts, unitsOf(done.facts)).text).toBe('-0.000301');
  });
  it('a split shows shares after it and what the fraction was worth', () => {
    const done = workedExample('a split with a fraction');
    expect(done.agrees).toBe(true);
    expect(line(done, 'splitLots')).toMatchObject({ left: '0.101 × 3 ÷ 2', result: { as: 'quantity', text: '0.151' } });
    expect(line(done, 'fraction')?.result).toEqual({ as: 'money', text: '-0.066667' });
  });
});

it('every rule has a sentence and every line a name', () => {
  const words: Record<string, string> = en.receipt;
  expect(Object.keys(settlementRules).filter((name) => !words[`rule_${name}`] || !words[`line_${name}`])).toEqual([]);
});

it('every kind has a name, and one that declares its view has the words of its inputs, lines and rules', () => {
  const words = en as Record<string, Record<string, string>>;
  const finer: Record<string, readonly string[]> = {
    positionFill: ['openedLong', 'openedShort', 'closedLong', 'closedShort', 'liquidationFill', 'deleverageFill'],
    fundingPayment: ['fundingPaid', 'fundingReceived'],
    corporateAction: ['split', 'dividend'],
  };
  const needed = settlementKinds.flatMap((kind): [space: string, name: string][] => {
    const view = viewOf(kind);
    if (!view) return (finer[kind] ?? [kind]).map((name) => ['receipt', `kind_${name}`]);
    const inputs = Object.keys(view.inputs).map((name) => `in_${name}`);
    const lines = Object.keys(rulesOf(kind)).flatMap((name) => [`line_${name}`, `rule_${name}`]);
    return ['kind', ...inputs, ...lines].map((name) => [view.words, `receipt.${name}`]);
  });
  expect(needed.filter(([space, name]) => !words[space]?.[name]).map((key) => key.join('.'))).toEqual([]);
});

it('neither nonsense nor a document spoilt beyond reading throws', () => {
  expect(recompute('rubbish', '')).toBeUndefined();
  expect(recompute('{"kind":"promise"}', '')).toBeUndefined();
  const spoilt = recomputeSettlement('{"kind":"timed","stake":"?"}', '')!;
  expect(spoilt.agrees).toBe(false);
  expect(() => inputsOf('timed', spoilt.facts, unitsOf(spoilt.facts))).not.toThrow();
  expect(headlineOf('timed', spoilt.facts, unitsOf(spoilt.facts)).text).toBe('0');
});
