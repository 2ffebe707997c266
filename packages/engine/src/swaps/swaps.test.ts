import { InstrumentKind, InstrumentStatus, Wallet } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { recompute, settlementReceipt } from '../receipts/index.ts';
import { checkReceipts } from '../testing/receipts.ts';
import { TestVenue } from '../testing/venue.ts';
import type { DefineSwap, Swap } from './declare.ts';

const begin = 1_700_000_000_000;
const ana = 100_000;
const bob = 100_001;
const usdt = 2;
const btc = 3;
const eur = 4;
/** Of each instrument: base, scale of the base, base units of a lot, quote units of a lot at one tick. */
const markets = { 1: [btc, 8, 10_000n, 1], 2: [eur, 2, 1n, 1] } as const;
const scales: Record<number, number> = { [usdt]: 6, [btc]: 8, [eur]: 2 };
const dollars = 1_000_000n;

/** Bitcoin at 100,000.00 and the euro at 1.1000, the desk with 1,000,000 USDT, 10 BTC and 100,000 EUR, ana with 100,000 USDT. */
class Desk extends TestVenue {
  constructor() {
    super({ noticeMs: 0 }, begin);
    this.must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: 2 });
    this.must({ kind: 'defineAsset', asset: btc, code: 'BTC', scale: 8, assetKind: 3 });
    this.must({ kind: 'defineAsset', asset: eur, code: 'EUR', scale: 2, assetKind: 1 });
    for (const [id, [baseAsset, , lotUnits, quoteUnitsPerTickLot]] of Object.entries(markets)) {
      const rules = { minLots: 1, maxLots: 10 ** 9, minNotional: 1, bandBps: 1000, takerFeePpm: [0], makerFeePpm: [0] };
      const named = { instrument: Number(id), symbol: `M${id}`, instrumentKind: 1 as const, baseAsset, quoteAsset: usdt };
      this.must({ kind: 'defineInstrument', ...named, lotUnits, quoteUnitsPerTickLot, ...rules, keepsProtection: false, status: 1 });
      this.terms({ instrument: Number(id) });
    }
    let number = 1;
    for (const [asset, amount] of [
      [usdt, 1_000_000n * dollars],
      [btc, 10n ** 9n],
      [eur, 10_000_000n],
    ] as const)
      this.must({ kind: 'fundHouse', account: House.desk, wallet: Wallet.coin, asset, amount, number: number++ });
    for (const account of [ana, bob]) {
      this.must({ kind: 'openAccount', account, feeClass: 0 });
      this.must({ kind: 'grantDemo', account });
    }
    this.tick(1, 10_000_000);
    this.tick(2, 11_000);
  }

  terms(of: Partial<DefineSwap>) {
    const usual = { spreadPpm: 2000, deskFeePpm: 0, minValue: 10_000_000, maxValue: 10_000_000_000 };
    return this.apply({ kind: 'defineSwap', instrument: 1, ...usual, ...of });
  }

  tick(instrument: number, priceTicks: number) {
    this.must({ kind: 'feedTicks', source: 'index', items: [{ instrument, priceTicks, time: this.time }] });
  }

  swap(of: Partial<Swap>) {
    const usual = { account: ana, wallet: Wallet.coin, from: usdt, to: btc, amount: 1000n * dollars, minReceive: 1n };
    return this.apply({ kind: 'swap', ...usual, quotedAt: this.time, ...of } as Command);
  }

  has(account: number, asset: number, wallet: Wallet = Wallet.coin): bigint {
    return this.engine.balances(account).find((one) => one.asset === asset && one.wallet === wallet)?.available ?? 0n;
  }
}

/** What one whole unit of an asset is worth in USDT, as a fraction: read off the prices, apart from the engine's own units. */
function worth(asset: number, btcTicks: bigint, eurTicks: bigint): [bigint, bigint] {
  if (asset === usdt) return [1n, 1n];
  // A tick of a lot is one millionth of a USDT; a lot of bitcoin is 0.0001, of the euro 0.01.
  return asset === btc ? [btcTicks, 100n] : [eurTicks, 10_000n];
}

/** The figure that a customer gets, with a whole-unit fraction in place of the engine's minor units. */
function naive(from: number, to: number, amount: bigint, btcTicks: bigint, eurTicks: bigint, spread: bigint, fee: bigint) {
  const [a, b] = worth(from, btcTicks, eurTicks);
  const [c, d] = worth(to, btcTicks, eurTicks);
  const top = amount * a * d * 10n ** BigInt(scales[to]!) * (1_000_000n - spread);
  const gross = top / (b * c * 10n ** BigInt(scales[from]!) * 1_000_000n);
  const charged = (gross * fee + 999_999n) / 1_000_000n;
  return { gross, fee: charged, received: gross - charged };
}

describe('a swap', () => {
  test('is paid at the index price less the spread, from the desk’s own money', () => {
    const desk = new Desk();
    expect(desk.swap({})).toEqual({ ok: true, result: { kind: 'swap', swap: 1, received: 998_000n, fee: 0n } });
    expect([desk.has(ana, usdt), desk.has(ana, btc)]).toEqual([99_000n * dollars, 998_000n]);
    expect([desk.has(House.desk, usdt), desk.has(House.desk, btc)]).toEqual([1_001_000n * dollars, 10n ** 9n - 998_000n]);
    expect(desk.events.filter(({ kind }) => kind === 'swap')).toMatchObject([
      { account: ana, from: usdt, asset: btc, amount: 1000n * dollars, gross: 998_000n, got: { ticks: 10_000_000 } },
    ]);
  });

  test('between two coins is one division over both prices; the fee goes to the house’s fees', () => {
    const desk = new Desk();
    desk.must({ kind: 'defineSwap', instrument: 2, spreadPpm: 3000, deskFeePpm: 500, minValue: 1, maxValue: 10 ** 10 });
    desk.swap({});
    const paid = 900_001n;
    const { gross, fee, received } = naive(btc, eur, paid, 10_000_000n, 11_000n, 3000n, 500n);
    expect(desk.swap({ from: btc, to: eur, amount: paid })).toEqual({ ok: true, result: { kind: 'swap', swap: 2, received, fee } });
    expect([desk.has(ana, eur), desk.has(House.fees, eur)]).toEqual([gross - fee, fee]);
    expect(fee).toBeGreaterThan(0n);
  });

  test('goes by the prices of its moment: a better one is the customer’s, a worse one only down to the least accepted', () => {
    const desk = new Desk();
    const quotedAt = desk.time;
    desk.time += 3000;
    desk.tick(1, 9_900_000);
    const better = desk.swap({ quotedAt, minReceive: 998_000n });
    expect(better).toMatchObject({ ok: true, result: { received: (998_000n * 100n) / 99n } });
    desk.tick(1, 10_100_000);
    const before = desk.engine.balances(ana);
    expect(desk.swap({ quotedAt, minReceive: 998_000n })).toMatchObject({ error: 'quoteMoved', detail: { receive: '0.00988118 BTC' } });
    expect(desk.swap({ quotedAt: quotedAt - 3001 })).toMatchObject({ error: 'quoteExpired', detail: { seconds: 6 } });
    expect(desk.swap({ quotedAt: desk.time + 6001 })).toMatchObject({ error: 'quoteExpired' });
    expect(desk.engine.balances(ana)).toEqual(before);
    expect(desk.swap({ quotedAt, minReceive: 988_118n })).toMatchObject({ ok: true });
  });

  test.each<[string, Partial<Swap>, string]>([
    ['more than there is', { amount: 100_001n * dollars }, 'notionalTooLarge'],
    ['more than the account has', { account: bob, from: btc, to: usdt, amount: 100_000n }, 'insufficientBalance'],
    ['nothing', { amount: 0n }, 'amountInvalid'],
    ['too little', { amount: 9_999_999n }, 'notionalTooSmall'],
    ['an asset for itself', { to: usdt }, 'swapNotOffered'],
    ['an unknown asset', { to: 99 }, 'assetUnknown'],
    ['money that backs positions', { wallet: Wallet.contract }, 'transferNotAllowed'],
    ['money of another wallet', { wallet: Wallet.wealth }, 'insufficientBalance'],
    ['somebody else’s account', { account: 7_777_777 }, 'accountUnknown'],
    ['less than nothing', { amount: -1n }, 'amountInvalid'],
    ['a number beyond all', { amount: 1n << 90n }, 'amountInvalid'],
  ])('of %s is refused and changes nothing', (_, of, error) => {
    const desk = new Desk();
    const before = desk.engine.balances(ana);
    expect(desk.swap(of)).toMatchObject({ ok: false, error });
    expect(desk.engine.balances(ana)).toEqual(before);
    expect(desk.events.some(({ kind }) => kind === 'swap')).toBe(false);
  });

  test('needs fresh prices of both sides, open markets, terms and a desk that can pay', () => {
    const desk = new Desk();
    desk.time += 5001;
    desk.tick(1, 10_000_000);
    expect(desk.swap({ to: eur })).toMatchObject({ error: 'priceStale', detail: { symbol: 'M2' } });
    desk.tick(2, 11_000);
    desk.must({ kind: 'setInstrumentStatus', instrument: 1, status: InstrumentStatus.halted });
    expect(desk.swap({})).toMatchObject({ error: 'instrumentHalted' });
    expect(desk.swap({ to: eur })).toMatchObject({ ok: true });
    desk.must({ kind: 'setInstrumentStatus', instrument: 1, status: InstrumentStatus.trading });
    expect(desk.terms({ maxValue: 0 })).toMatchObject({ ok: true });
    expect(desk.swap({})).toMatchObject({ error: 'swapNotOffered' });
    expect(desk.terms({})).toMatchObject({ ok: true });
    desk.tick(1, 100_000);
    expect(desk.swap({ amount: 10_000n * dollars })).toMatchObject({ ok: true });
    expect(desk.swap({ amount: 1000n * dollars })).toMatchObject({ error: 'deskExhausted', detail: { asset: 'BTC' } });
    desk.must({ kind: 'setTradingMode', mode: 'cancelOnly' });
    expect(desk.swap({})).toMatchObject({ error: 'venueCancelOnly' });
  });

  test('has no terms before it has an account, and none on contracts', () => {
    const bare = new TestVenue({ noticeMs: 0 }, begin);
    bare.must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: 2 });
    const fund = { kind: 'fundHouse', account: House.desk, wallet: Wallet.coin, asset: usdt, amount: 1n, number: 1 } as const;
    expect(bare.apply(fund)).toMatchObject({ error: 'accountUnknown' });
    const desk = new Desk();
    desk.must(contractOn(btc));
    expect(desk.terms({ instrument: 9 })).toMatchObject({ error: 'badRequest', detail: { field: 'instrument', problem: 'notCoin' } });
    expect(desk.terms({ instrument: 8 })).toMatchObject({ error: 'instrumentUnknown' });
    expect(desk.terms({ minValue: 5, maxValue: 4 })).toMatchObject({ detail: { field: 'maxValue', problem: 'atLeast', min: 5 } });
  });
});

const contractOn = (baseAsset: number): Command => ({
  kind: 'defineInstrument',
  ...{ instrument: 9, symbol: 'P', baseAsset, quoteAsset: usdt, lotUnits: 1n, quoteUnitsPerTickLot: 1, minLots: 1, maxLots: 9 },
  ...{ minNotional: 1, bandBps: 1000, takerFeePpm: [0], makerFeePpm: [0], keepsProtection: false },
  instrumentKind: InstrumentKind.contract,
  status: InstrumentStatus.trading,
});

test('any swaps at any prices: each equals plain arithmetic, receipts hold, a round trip never gains, and everything replays', () => {
  const seen = new Map<string, number>();
  const assets = fc.constantFrom(usdt, btc, eur);
  const step = fc.record({
    btcTicks: fc.integer({ min: 1_000_000, max: 50_000_000 }),
    eurTicks: fc.integer({ min: 5_000, max: 50_000 }),
    ...{ from: assets, to: assets, cents: fc.integer({ min: 900, max: 1_100_000 }), account: fc.constantFrom(ana, bob) },
  });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 12, maxLength: 12 }),
      fc.constantFrom(0, 2000),
      fc.constantFrom(0, 777),
      (steps, spread, fee) => {
        const desk = new Desk();
        for (const account of [ana, bob]) for (const to of [btc, eur]) desk.swap({ account, to, amount: 9000n * dollars });
        for (const instrument of [1, 2]) desk.terms({ instrument, spreadPpm: spread, deskFeePpm: fee });
        for (const { btcTicks, eurTicks, from, to, cents, account } of steps) {
          desk.time += 700;
          desk.tick(1, btcTicks);
          desk.tick(2, eurTicks);
          const [a, b] = worth(from, BigInt(btcTicks), BigInt(eurTicks));
          const amount = (BigInt(cents) * 10n ** BigInt(scales[from]!) * b) / (100n * a);
          const before = [desk.has(account, from), desk.has(account, to)] as const;
          const { received } = naive(from, to, amount, BigInt(btcTicks), BigInt(eurTicks), BigInt(spread), BigInt(fee));
          const quote = desk.engine.swapQuote(from, to, amount);
          const outcome = desk.swap({ account, from, to, amount, minReceive: 0n });
          const word = outcome.ok ? 'swapped' : outcome.error;
          seen.set(word, (seen.get(word) ?? 0) + 1);
          if (!outcome.ok) {
            expect([desk.has(account, from), desk.has(account, to)]).toEqual(before);
            continue;
          }
          expect(quote).toMatchObject({ ok: true });
          expect(outcome.result).toMatchObject({ received });
          expect([desk.has(account, from), desk.has(account, to)]).toEqual([before[0] - amount, before[1] + received]);
          // Straight back at the same prices: never more than was given.
          const back = desk.swap({ account, from: to, to: from, amount: received, minReceive: 0n });
          if (back.ok && back.result.kind === 'swap') expect(back.result.received <= amount).toBe(true);
        }
        checkReceipts(desk, seen);
        desk.engine.checkInvariants();
        const hash = desk.engine.stateHash();
        desk.restart();
        expect([desk.engine.stateHash(), desk.replayedHash()]).toEqual([hash, hash]);
      },
    ),
    { numRuns: 40, seed: 56 },
  );
  expect(seen.get('swapped')).toBeGreaterThan(100);
  expect(seen.get('receipt swap')).toBeGreaterThan(100);
});

test('sixty swaps of a tenth of what there is: ten are carried out', () => {
  const desk = new Desk();
  const results = Array.from({ length: 60 }, () => desk.swap({ amount: 10_000n * dollars }));
  expect(results.filter(({ ok }) => ok).length).toBe(10);
  expect(new Set(results.flatMap((one) => (one.ok ? [] : [one.error])))).toEqual(new Set(['insufficientBalance']));
});

test('the receipt says in words what was paid, and every figure that the arithmetic needs', () => {
  const desk = new Desk();
  desk.swap({});
  const [event] = desk.events.filter((one) => one.kind === 'swap');
  const document = settlementReceipt(event!, { venue: 'demo', asset: { code: 'BTC', scale: 8 } })?.facts;
  expect(document).toMatchObject({ payment: '1000.000000 USDT', received: '998000', assetCode: 'BTC', spreadPpm: 2000 });
  expect(recompute(document)).toMatchObject({ agrees: true });
  expect(recompute({ ...document, minReceive: '998001' })).toMatchObject({ agrees: false });
});
