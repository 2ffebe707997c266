import { expect, test } from 'vitest';
import type { Command, PlaceOrder } from './commands.ts';
import { House } from './core/accounts.ts';
import { system } from './core/actor.ts';
import type { Outcome } from './events.ts';
import { openStage, people } from './testing/arbitrary.ts';
import { Duel } from './testing/duel.ts';

const account = people[1]!;
const good: PlaceOrder = {
  kind: 'placeOrder',
  account,
  instrument: 1,
  side: 0,
  type: 2,
  tif: 1,
  priceTicks: 99,
  triggerTicks: 0,
  lots: 2,
  quoteAmount: 0,
  postOnly: false,
};
const wrongNumbers = [Number.NaN, -1, 0.5, 2 ** 53, Number.POSITIVE_INFINITY, -0.1, '5', null, undefined, {}, 5n] as unknown as number[];

function stage(): Duel {
  const duel = new Duel('demo');
  openStage(duel);
  return duel;
}

/** Checks that engine and oracle both refuse a command and that nothing visible changes. */
function refused(duel: Duel, command: Command): string {
  const before = JSON.stringify(
    [people.map((who) => [duel.engine.balances(who), duel.engine.openOrders(who)]), duel.engine.depth(1, 9)],
    plain,
  );
  const outcome = duel.apply(command);
  const after = JSON.stringify(
    [people.map((who) => [duel.engine.balances(who), duel.engine.openOrders(who)]), duel.engine.depth(1, 9)],
    plain,
  );
  const again = (text: string) => text.replaceAll(/"(seq|time)":\d+/g, '');
  expect(again(after)).toBe(again(before));
  expect(outcome.ok, JSON.stringify(command, plain)).toBe(false);
  return (outcome as Extract<Outcome, { ok: false }>).error;
}
const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

test('a refusal of a wrong number in an order names the field', () => {
  const duel = stage();
  for (const wrong of wrongNumbers) {
    expect(refused(duel, { ...good, lots: wrong })).toBe('quantityInvalid');
    expect(refused(duel, { ...good, priceTicks: wrong })).toBe('priceInvalid');
    expect(refused(duel, { ...good, triggerTicks: wrong })).toBe('priceInvalid');
    expect(refused(duel, { ...good, quoteAmount: wrong })).toBe('quantityInvalid');
    expect(refused(duel, { ...good, instrument: wrong })).toBe('instrumentUnknown');
    expect(refused(duel, { ...good, account: wrong })).toBe('accountUnknown');
    expect(refused(duel, { ...good, side: wrong as 0 })).toBe('orderTypeInvalid');
    expect(refused(duel, { ...good, tif: wrong as 1 })).toBe('orderTypeInvalid');
    expect(refused(duel, { kind: 'cancelOrder', account, order: wrong })).toBe('orderUnknown');
    expect(refused(duel, { kind: 'cancelAllAfter', account, timeoutMs: wrong })).toBe('badRequest');
    expect(refused(duel, { kind: 'amendOrder', account, order: wrong, lots: 1, priceTicks: 1 })).toBe('orderUnknown');
  }
  expect(refused(duel, { ...good, lots: 0 })).toBe('quantityInvalid');
  expect(refused(duel, { ...good, priceTicks: 0 })).toBe('priceInvalid');
  expect(refused(duel, { ...good, type: 7 as 2 })).toBe('orderTypeInvalid');
});

test('a wrong number in an amendment is refused and the order stays', () => {
  const duel = stage();
  const placed = duel.apply(good);
  const order = placed.ok && placed.result.kind === 'order' ? placed.result.order : 0;
  for (const wrong of wrongNumbers) {
    expect(refused(duel, { kind: 'amendOrder', account, order, lots: wrong, priceTicks: 0 })).toBe('quantityInvalid');
    expect(refused(duel, { kind: 'amendOrder', account, order, lots: 0, priceTicks: wrong })).toBe('priceInvalid');
  }
  expect(refused(duel, { kind: 'amendOrder', account, order, lots: 0, priceTicks: 0 })).toBe('orderTypeInvalid');
});

test('orders too large for exact arithmetic are refused, never rounded', () => {
  const duel = stage();
  duel.apply({
    kind: 'defineInstrument',
    instrument: 3,
    symbol: 'HUGE/USDT',
    instrumentKind: 1,
    baseAsset: 1,
    quoteAsset: 2,
    lotUnits: 1n,
    quoteUnitsPerTickLot: 1,
    minLots: 1,
    maxLots: Number.MAX_SAFE_INTEGER,
    minNotional: 0,
    bandBps: 1_000_000,
    takerFeePpm: [1],
    makerFeePpm: [1],
    keepsProtection: false,
    status: 1,
  });
  duel.apply({ kind: 'feedTicks', source: 'a', items: [{ instrument: 3, priceTicks: 2 ** 40, time: duel.time }] });
  const huge = { ...good, instrument: 3 };
  expect(refused(duel, { ...huge, priceTicks: 2 ** 40, lots: 2 ** 13 })).toBe('notionalTooLarge');
  expect(refused(duel, { ...huge, priceTicks: 2 ** 40, lots: Number.MAX_SAFE_INTEGER })).toBe('notionalTooLarge');
  expect(refused(duel, { ...huge, priceTicks: 2 ** 40, lots: 2 ** 13 - 1 })).toBe('insufficientBalance');
  expect(refused(duel, { ...huge, priceTicks: Number.MAX_SAFE_INTEGER, lots: 1 })).toBe('priceOutsideBand');
});

test('amounts of transfers and funding are checked', () => {
  const duel = stage();
  const transfer = { kind: 'transfer', account, from: 1, to: 2, asset: 2, amount: 1n } as const;
  for (const wrong of [0n, -1n, 1n << 80n, 5 as unknown as bigint, undefined as unknown as bigint]) {
    expect(refused(duel, { ...transfer, amount: wrong })).toBe('amountInvalid');
    expect(refused(duel, { kind: 'fundHouse', account: 4, wallet: 1, asset: 2, amount: wrong, number: 1 })).toBe('amountInvalid');
  }
  expect(refused(duel, { ...transfer, amount: (1n << 80n) - 1n })).toBe('insufficientBalance');
  expect(refused(duel, { ...transfer, to: 1 })).toBe('walletSame');
  expect(refused(duel, { ...transfer, to: 9 as 1 })).toBe('walletUnknown');
  expect(refused(duel, { ...transfer, asset: 77 })).toBe('assetUnknown');
  expect(refused(duel, { ...transfer, asset: 1 })).toBe('transferNotAllowed');
  expect(refused(duel, { ...transfer, account: House.fees })).toBe('accountUnknown');
  const fund = { kind: 'fundHouse', account: 4, wallet: 1, asset: 2, amount: 1n, number: 90 } as const;
  expect(refused(duel, { ...fund, account })).toBe('accountUnknown');
  expect(refused(duel, { ...fund, account: House.external })).toBe('accountUnknown');
  expect(refused(duel, { ...fund, number: 0 })).toBe('badRequest');
  expect(duel.apply(fund).ok).toBe(true);
  expect(refused(duel, fund)).toBe('referenceBooked');
});

test('balances far beyond the safe range stay exact', () => {
  const duel = stage();
  const amount = (1n << 78n) + 12_345_678_901_234_567n;
  for (const number of [91, 92, 93]) duel.apply({ kind: 'fundHouse', account: 4, wallet: 1, asset: 2, amount, number });
  duel.apply({ kind: 'transfer', account: 4, from: 1, to: 2, asset: 2, amount: amount + 1n });
  duel.apply({ kind: 'transfer', account: 4, from: 2, to: 1, asset: 2, amount: 2n });
  expect(duel.engine.balances(4).find(({ wallet }) => wallet === 2)?.available).toBe(amount - 1n);
});

test('impossible definitions are refused, and a definition keeps its units', () => {
  const duel = stage();
  const asset = { kind: 'defineAsset', asset: 9, code: 'NEW', scale: 2, assetKind: 3 } as const;
  expect(refused(duel, { ...asset, scale: 19 })).toBe('badRequest');
  expect(refused(duel, { ...asset, code: 'USDT' })).toBe('badRequest');
  expect(refused(duel, { ...asset, code: 'no spaces' })).toBe('badRequest');
  expect(refused(duel, { ...asset, asset: 2 ** 31 })).toBe('badRequest');
  expect(refused(duel, { ...asset, asset: 1 })).toBe('badRequest');
  const rules = {
    kind: 'defineInstrument',
    instrument: 1,
    symbol: 'I1/USDT',
    instrumentKind: 1,
    baseAsset: 1,
    quoteAsset: 2,
    lotUnits: 1003n,
    quoteUnitsPerTickLot: 1_000_003,
    minLots: 1,
    maxLots: 40,
    minNotional: 0,
    bandBps: 600,
    takerFeePpm: [0],
    makerFeePpm: [0],
    keepsProtection: false,
    status: 1,
  } as const;
  expect(refused(duel, { ...rules, lotUnits: 1n })).toBe('badRequest');
  expect(refused(duel, { ...rules, quoteUnitsPerTickLot: 1 })).toBe('badRequest');
  expect(refused(duel, { ...rules, baseAsset: 3 })).toBe('badRequest');
  expect(refused(duel, { ...rules, baseAsset: 99 })).toBe('assetUnknown');
  expect(refused(duel, { ...rules, takerFeePpm: [] })).toBe('badRequest');
  expect(refused(duel, { ...rules, makerFeePpm: [1_000_001] })).toBe('badRequest');
  expect(refused(duel, { ...rules, keepsProtection: 1 as unknown as boolean })).toBe('badRequest');
  expect(refused(duel, { ...rules, maxLots: 0 })).toBe('badRequest');
  expect(refused(duel, { ...rules, bandBps: 0 })).toBe('badRequest');
  expect(duel.apply(rules).ok).toBe(true);
});

test('ticks are checked before any is applied, and old ones change nothing', () => {
  const duel = stage();
  const tick = (instrument: number, priceTicks: number, time = duel.time) => ({ instrument, priceTicks, time });
  expect(refused(duel, { kind: 'feedTicks', source: 'a', items: [tick(1, 101), tick(7, 1)] })).toBe('instrumentUnknown');
  expect(refused(duel, { kind: 'feedTicks', source: 'a', items: [tick(1, 101), tick(2, 0)] })).toBe('priceInvalid');
  expect(refused(duel, { kind: 'feedTicks', source: '', items: [] })).toBe('badRequest');
  expect(duel.engine.instrument(1)?.referenceTicks).toBe(100);
  duel.apply({ kind: 'feedTicks', source: 'a', items: [tick(1, 101, duel.time - 1), tick(2, 102, duel.time + 60_000)] });
  expect(duel.engine.instrument(1)?.referenceTicks).toBe(100);
  expect(duel.engine.instrument(2)?.referenceTime).toBe(duel.time);
});

test('batches are bounded, and one refusal does not stop the next item', () => {
  const duel = stage();
  expect(refused(duel, { kind: 'orderBatch', account, items: [] })).toBe('badRequest');
  const item = { kind: 'cancelOrder', order: 1 } as const;
  expect(refused(duel, { kind: 'orderBatch', account, items: Array(65).fill(item) })).toBe('batchTooLarge');
  const { account: _, ...order } = good;
  const outcome = duel.apply({
    kind: 'orderBatch',
    account,
    items: [order, { kind: 'nonsense' } as never, null as never, { ...order, lots: -1 }, order],
  });
  const items = outcome.ok && outcome.result.kind === 'batch' ? outcome.result.items : [];
  expect(items.map(({ ok }) => ok)).toEqual([true, false, false, false, true]);
});

test("an unknown command is refused; a gap in the sequence or time running backwards is the host's fault and throws", () => {
  const duel = stage();
  expect(refused(duel, { kind: 'printMoney' } as never)).toBe('badRequest');
  const { engine } = duel;
  const next = {
    seq: engine.seq + 1,
    time: engine.time,
    commandId: new Uint8Array(16),
    actor: system,
    command: { kind: 'advanceTime' },
  } as const;
  expect(() => engine.apply({ ...next, seq: engine.seq + 2 })).toThrow(RangeError);
  expect(() => engine.apply({ ...next, time: engine.time - 1 })).toThrow(RangeError);
  expect(engine.apply(next).ok).toBe(true);
});

test('the demo grant is for demo customers, tops up once a UTC day and counts frozen money', () => {
  const real = new Duel('real');
  openStage(real);
  expect(real.apply({ kind: 'grantDemo', account })).toEqual({ ok: false, error: 'forbidden' });
  const duel = stage();
  expect(refused(duel, { kind: 'grantDemo', account })).toBe('demoGrantUsed');
  expect(refused(duel, { kind: 'grantDemo', account: House.marketMaker })).toBe('accountUnknown');
  duel.time += 86_400_000;
  duel.apply({ kind: 'feedTicks', source: 'a', items: [{ instrument: 1, priceTicks: 100, time: duel.time }] });
  duel.apply(good);
  expect(duel.apply({ kind: 'grantDemo', account }).ok).toBe(true);
  const held = duel.engine.balances(account).find(({ asset, wallet }) => asset === 2 && wallet === 1)!;
  expect(held.available + held.frozen).toBe(100_000_000_000n);
  expect(held.frozen).toBeGreaterThan(0n);
  duel.time += 86_400_000;
  expect(refused(duel, { kind: 'grantDemo', account })).toBe('demoGrantFull');
});
