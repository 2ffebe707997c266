import { OrderSide, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { describe, expect, test } from 'vitest';
import type { Command, DefineLevels } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import { ana, begin, bob, coin, dollars, Lounge, levels, lotValue, market, order } from '../testing/lounge.ts';
import { checkReceipts } from '../testing/receipts.ts';
import { usdt } from '../testing/venue.ts';
import { Membership, mostPerDay, termMs } from './book.ts';

describe('a level by volume', () => {
  test('begins with the day after its trades, lasts 30 days, and is told with the first trade of a day', () => {
    const lounge = new Lounge();
    // 10 lots are 100 USDT, which is where level 1 begins.
    expect([lounge.buy(ana, 4), lounge.buy(ana, 6), lounge.buy(ana, 1)]).toEqual([1000, 1000, 1000]);
    expect(lounge.view()).toMatchObject({ feeClass: 0, volumeLevel: 0, tomorrowLevel: 1 });
    expect(lounge.view().days.at(-1)).toBe(11 * lotValue);
    lounge.wait(dayMs / 2);
    expect(lounge.view()).toMatchObject({ feeClass: 1, volumeLevel: 1, tomorrowLevel: 1 });
    expect(lounge.days()).toEqual([]);
    expect(lounge.buy(ana, 1)).toBe(800);
    expect(lounge.days()).toMatchObject([{ account: ana, day: 19_701, level: 1, before: 0, volume: 11 * lotValue }]);
    lounge.wait(29 * dayMs);
    expect(lounge.buy(ana, 2)).toBe(800);
    expect(lounge.view()).toMatchObject({ feeClass: 1, tomorrowLevel: 0 });
    lounge.wait(dayMs);
    expect(lounge.view()).toMatchObject({ feeClass: 0 });
    expect(lounge.buy(ana, 1)).toBe(1000);
    expect(lounge.days().map(({ level, before, volume }) => [level, before, volume])).toEqual([
      [1, 0, 11 * lotValue],
      [0, 1, 3 * lotValue],
    ]);
    checkReceipts(lounge, new Map());
    expect(lounge.replayedHash()).toBe(lounge.engine.stateHash());
  });

  test('counts both sides, never the house, and nothing before levels were defined', () => {
    const lounge = new Lounge(null);
    lounge.buy(ana, 90);
    expect(lounge.engine.levels()).toBeUndefined();
    const bare = lounge.engine.stateHash();
    expect(lounge.replayedHash()).toBe(bare);
    lounge.must({ kind: 'defineLevels', ...levels });
    expect(lounge.view().days.every((volume) => volume === 0)).toBe(true);
    lounge.must(order(ana, OrderSide.sell, 20));
    lounge.must(order(bob, OrderSide.buy, 20));
    lounge.buy(bob, 1);
    expect([ana, bob].map((account) => lounge.view(account).days.at(-1))).toEqual([20 * lotValue, 21 * lotValue]);
    expect(lounge.view(House.marketMaker).days.at(-1)).toBe(0);
  });

  test('values other money at its last price in USDT, and counts nothing without one', () => {
    const lounge = new Lounge();
    const euro = 9;
    const priced = { ...market, instrument: 8, symbol: 'EUR/USDT', baseAsset: euro };
    lounge.must({ kind: 'defineAsset', asset: euro, code: 'EUR', scale: 6, assetKind: 2 });
    lounge.must({ kind: 'defineInstrument', ...market, instrument: 9, symbol: 'COIN/EUR', quoteAsset: euro });
    const brought = { account: House.marketMaker, wallet: Wallet.coin, asset: euro, amount: 10n ** 12n };
    lounge.must({ kind: 'fundHouse', ...brought, number: 2 });
    lounge.buy(ana, 3);
    const sell = (lots: number) => {
      const items = [8, 9].flatMap((instrument) =>
        lounge.engine.instrument(instrument) ? [{ instrument, priceTicks: instrument === 8 ? 15 : 100, time: lounge.time }] : [],
      );
      lounge.must({ kind: 'feedTicks', source: 'index', items });
      lounge.must({ ...order(House.marketMaker, OrderSide.buy, lots), instrument: 9 } as Command);
      lounge.must({ ...order(ana, OrderSide.sell, lots), instrument: 9 } as Command);
      return lounge.view().days.at(-1);
    };
    expect(sell(1)).toBe(3 * lotValue);
    // EUR stands at 15 ticks of 0.1 USDT: 10 EUR are 15 USDT.
    lounge.must({ kind: 'defineInstrument', ...priced });
    expect(sell(1)).toBe(3 * lotValue + 15 * dollars);
  });

  test('does not end below the class that operators have set, and does not change it', () => {
    const lounge = new Lounge();
    lounge.must({ kind: 'setFeeClass', account: ana, feeClass: 2 });
    lounge.buy(ana, 12);
    lounge.wait(dayMs);
    expect(lounge.view()).toMatchObject({ feeClass: 2, ownClass: 2, volumeLevel: 1 });
    lounge.must({ kind: 'setFeeClass', account: ana, feeClass: 0 });
    expect(lounge.engine.feeClass(ana)).toBe(1);
  });

  test('of another definition holds at once, for the days that are over', () => {
    const lounge = new Lounge();
    lounge.buy(ana, 12);
    lounge.wait(dayMs);
    expect(lounge.engine.feeClass(ana)).toBe(1);
    lounge.must({ kind: 'defineLevels', ...levels, volumes: [1, 2, 3] });
    expect(lounge.engine.feeClass(ana)).toBe(3);
    for (const wrong of [{ volumes: [2, 2, 3] }, { prices: [1] }, { plusLevel: 4 }, { asset: coin }])
      expect(lounge.refused({ kind: 'defineLevels', ...levels, ...wrong })).toMatchObject({ error: 'badRequest' });
    expect(lounge.refused({ kind: 'defineLevels', ...levels, asset: 99 })).toMatchObject({ error: 'assetUnknown' });
  });

  test('waits for its notice where the levels take more, and holds at once where they take less', () => {
    const lounge = new Lounge();
    lounge.must({ kind: 'setRules', version: 1, limits: [{ limit: 32, value: dayMs }] });
    const announce = (of: Partial<DefineLevels>) => {
      const body = { kind: 'defineLevels', ...levels, ...of } as const;
      lounge.must({ kind: 'announceChange', body, origin: 'file', reason: 'x', from: 0 });
      return lounge.engine.pendingChanges().length;
    };
    expect(announce({ volumes: [100 * dollars, 200 * dollars, 300 * dollars], prices: [20 * dollars, 90 * dollars, 200 * dollars] })).toBe(
      0,
    );
    expect(lounge.engine.levels()).toMatchObject({ version: 2, rules: { prices: [20 * dollars, 90 * dollars, 200 * dollars] } });
    for (const worse of [
      { volumes: [100 * dollars, 250 * dollars, 300 * dollars] },
      { volumes: [100 * dollars, 200 * dollars], prices: [20 * dollars, 90 * dollars] },
      { volumes: [100 * dollars, 200 * dollars, 300 * dollars], prices: [0, 90 * dollars, 200 * dollars] },
      { volumes: [100 * dollars, 200 * dollars, 300 * dollars], prices: [20 * dollars, 90 * dollars, 200 * dollars], plusLevel: 1 },
    ])
      expect(announce(worse)).toBe(1);
    expect(lounge.engine.levels()).toMatchObject({ version: 2 });
    for (let hour = 0; hour < 25; hour++) lounge.wait(dayMs / 24);
    expect(lounge.engine.levels()).toMatchObject({ version: 3, rules: { plusLevel: 1 } });
  });

  test('counts a day as far as thirty of them can be added up exactly', () => {
    const book = new Membership();
    book.define({ kind: 'defineLevels', ...levels, volumes: [30 * mostPerDay], prices: [0] }, 1);
    for (let day = 0; day < 31; day++) {
      expect(book.classOf(9, 0, (100 + day) * dayMs)).toBe(day < 30 ? 0 : 1);
      for (const value of [Number.MAX_SAFE_INTEGER, 1]) book.add(9, value, (100 + day) * dayMs);
    }
    expect(book.volumesOf(9, 130, 1)).toEqual([mostPerDay]);
    expect(Number.isSafeInteger(30 * mostPerDay)).toBe(true);
  });
});

describe('a bought level', () => {
  test('holds at once, costs exactly its price, and ends after 30 days', () => {
    const lounge = new Lounge();
    const [had] = lounge.money(ana);
    expect(lounge.level(1)).toEqual({ ok: true, result: { kind: 'done' } });
    expect(lounge.money(ana)).toEqual([had! - 30 * dollars, 0]);
    expect(lounge.money(House.fees)).toEqual([30 * dollars, 0]);
    expect(lounge.view()).toMatchObject({ feeClass: 1, boughtLevel: 1, boughtUntil: begin + termMs });
    expect(lounge.buy(ana, 1)).toBe(800);
    const lines = lounge.events.flatMap((event) => (event.kind === 'ledger' && event.account === ana ? [event.flow] : []));
    expect(lines).toContain(flows.vipPurchase.code);
    lounge.wait(termMs - 1);
    expect(lounge.engine.feeClass(ana)).toBe(1);
    lounge.wait(1);
    expect(lounge.view()).toMatchObject({ feeClass: 0, boughtLevel: 0 });
    expect(lounge.told()).toEqual(['bought', 'ended']);
    expect(lounge.replayedHash()).toBe(lounge.engine.stateHash());
    checkReceipts(lounge, new Map());
  });

  test('of the same level adds 30 days, once ahead; a higher one credits what is left of it', () => {
    const lounge = new Lounge();
    lounge.level(1);
    expect(lounge.level(1)).toMatchObject({ ok: true });
    expect(lounge.view()).toMatchObject({ boughtUntil: begin + 2 * termMs });
    expect(lounge.refused({ kind: 'buyLevel', account: ana, wallet: 1, level: 1, version: 1 })).toMatchObject({ error: 'levelCovered' });
    lounge.wait(termMs / 2 - 1);
    const [had] = lounge.money(ana);
    // 60 USDT were paid for 60 days, of which 45 are left.
    expect(lounge.level(2)).toMatchObject({ ok: true });
    expect(lounge.money(ana)).toEqual([had! - 45 * dollars, 0]);
    expect(lounge.view()).toMatchObject({ feeClass: 2, boughtLevel: 2, boughtUntil: lounge.time + termMs });
    expect(lounge.refused({ kind: 'buyLevel', account: ana, wallet: 1, level: 1, version: 1 })).toMatchObject({ error: 'levelCovered' });
    checkReceipts(lounge, new Map());
  });

  test('credits what its days that are left cost: terms that are over count no more, however dear or often they were bought', () => {
    const lounge = new Lounge();
    for (let term = 0; term < 4; term++) {
      expect(lounge.level(1)).toMatchObject({ ok: true });
      lounge.wait(termMs - 1);
    }
    lounge.must({ kind: 'defineLevels', ...levels, prices: [3 * dollars, 90 * dollars, 0] });
    expect(lounge.level(1, { version: 2 })).toMatchObject({ ok: true });
    const [had] = lounge.money(ana);
    // 3 USDT for 30 days, and not the fifth part of 123 USDT.
    expect(lounge.level(2, { version: 2 })).toMatchObject({ ok: true });
    expect(had! - lounge.money(ana)[0]!).toBeGreaterThanOrEqual(87 * dollars);
    checkReceipts(lounge, new Map());
    expect(lounge.replayedHash()).toBe(lounge.engine.stateHash());
  });

  test('of the highest price may be bought again, and what was paid for it stays exact', () => {
    const wei = 11;
    const lounge = new Lounge(null);
    lounge.must({ kind: 'defineAsset', asset: wei, code: 'WEI', scale: 18, assetKind: 3 });
    lounge.must({ kind: 'defineInstrument', ...market, instrument: 3, symbol: 'WEI', baseAsset: wei, lotUnits: 10n ** 15n });
    const brought = { account: House.marketMaker, wallet: Wallet.coin, asset: wei, amount: 10n ** 20n };
    lounge.must({ kind: 'fundHouse', ...brought, number: 2 });
    lounge.must({ kind: 'feedTicks', source: 'index', items: [{ instrument: 3, priceTicks: 100, time: lounge.time }] });
    for (let times = 0; times < 3; times++) {
      lounge.must({ ...order(House.marketMaker, OrderSide.sell, 9), instrument: 3 } as Command);
      lounge.must({ ...order(ana, OrderSide.buy, 9), instrument: 3 } as Command);
    }
    const dear = { ...levels, asset: wei, prices: [Math.floor(Number.MAX_SAFE_INTEGER / 2), 1, 1] };
    expect(lounge.apply({ kind: 'defineLevels', ...dear, prices: [Number.MAX_SAFE_INTEGER, 1, 1] })).toMatchObject({ error: 'badRequest' });
    lounge.must({ kind: 'defineLevels', ...dear });
    for (let term = 0; term < 5; term++) {
      expect(lounge.level(1)).toMatchObject({ ok: true });
      expect(Number.isSafeInteger(lounge.view().boughtFor)).toBe(true);
      lounge.wait(term === 0 ? 0 : termMs);
    }
    expect(lounge.replayedHash()).toBe(lounge.engine.stateHash());
    checkReceipts(lounge, new Map());
  });

  test('is refused, and nothing changes, for other terms, a level that is not sold, a wallet that backs positions, and too little money', () => {
    const lounge = new Lounge();
    const buy = { kind: 'buyLevel', account: ana, wallet: Wallet.coin, level: 1, version: 1 } as const;
    for (const [of, error] of [
      [{ version: 2 }, 'termsChanged'],
      [{ level: 3 }, 'levelUnknown'],
      [{ level: 6 }, 'levelUnknown'],
      [{ level: 0 }, 'badRequest'],
      [{ level: 7 }, 'badRequest'],
      [{ wallet: Wallet.contract }, 'transferNotAllowed'],
      [{ wallet: Wallet.wealth }, 'insufficientBalance'],
      [{ account: 999_999 }, 'accountUnknown'],
    ] as const)
      expect(lounge.refused({ ...buy, ...of } as Command), JSON.stringify(of)).toMatchObject({ ok: false, error });
    expect(new Lounge(null).level(1)).toMatchObject({ error: 'levelUnknown' });
  });

  test('is not sold to somebody whose own class is as high: it would bring nothing', () => {
    const lounge = new Lounge();
    lounge.must({ kind: 'setFeeClass', account: ana, feeClass: 1 });
    expect(lounge.refused({ kind: 'buyLevel', account: ana, wallet: 1, level: 1, version: 1 })).toMatchObject({ error: 'levelCovered' });
    expect(lounge.level(2)).toMatchObject({ ok: true });
    expect(lounge.view()).toMatchObject({ feeClass: 2, ownClass: 1 });
  });

  test('from the wealth wallet pays the house in its coin wallet', () => {
    const lounge = new Lounge();
    lounge.must({ kind: 'transfer', account: ana, from: Wallet.coin, to: Wallet.wealth, asset: usdt, amount: BigInt(30 * dollars) });
    expect(lounge.level(1, { wallet: Wallet.wealth })).toMatchObject({ ok: true });
    expect([lounge.money(ana, Wallet.wealth), lounge.money(House.fees)]).toEqual([
      [0, 0],
      [30 * dollars, 0],
    ]);
  });
});

describe('PLUS', () => {
  const decide = (pass: boolean) => ({ kind: 'decidePlus', account: ana, pass }) as const;

  test('freezes its price once, and is paid when operators agree', () => {
    const lounge = new Lounge();
    const [had] = lounge.money(ana);
    expect(lounge.plus()).toMatchObject({ ok: true });
    expect(lounge.money(ana)).toEqual([had! - 50 * dollars, 50 * dollars]);
    expect(lounge.engine.plusWaiting()).toEqual([ana]);
    expect(lounge.view()).toMatchObject({ feeClass: 0, plus: 'waits', plusFrozen: 50 * dollars });
    expect(lounge.refused({ kind: 'applyPlus', account: ana, wallet: 1, version: 1 })).toMatchObject({ error: 'plusWaits' });
    lounge.restart();
    expect(lounge.apply(decide(true))).toMatchObject({ ok: true });
    expect([lounge.money(ana), lounge.money(House.fees)]).toEqual([
      [had! - 50 * dollars, 0],
      [50 * dollars, 0],
    ]);
    expect(lounge.view()).toMatchObject({ feeClass: 2, plus: 'holds' });
    expect(lounge.refused(decide(true))).toMatchObject({ error: 'plusNotWaiting' });
    expect(lounge.refused({ kind: 'applyPlus', account: ana, wallet: 1, version: 1 })).toMatchObject({ error: 'plusHeld' });
    expect(lounge.refused({ kind: 'buyLevel', account: ana, wallet: 1, level: 2, version: 1 })).toMatchObject({ error: 'levelCovered' });
    expect(lounge.told()).toEqual(['plusApplied', 'plusApproved']);
    expect(lounge.replayedHash()).toBe(lounge.engine.stateHash());
  });

  test('that is not approved gives the money back, and may be asked for again', () => {
    const lounge = new Lounge();
    const [had] = lounge.money(ana);
    lounge.plus();
    expect(lounge.apply(decide(false))).toMatchObject({ ok: true });
    expect(lounge.money(ana)).toEqual([had, 0]);
    expect(lounge.engine.plusWaiting()).toEqual([]);
    const lines = lounge.events.flatMap((event) => (event.kind === 'ledger' && event.account === ana ? [event.flow] : []));
    expect(lines.slice(-2)).toEqual([flows.plusPurchase.code, flows.plusRefund.code]);
    expect(lounge.plus()).toMatchObject({ ok: true });
  });

  test('is refused for other terms, where it is not sold, and without its price', () => {
    const lounge = new Lounge();
    const apply = { kind: 'applyPlus', account: ana, wallet: Wallet.coin, version: 1 } as const;
    expect(lounge.refused({ ...apply, version: 2 })).toMatchObject({ error: 'termsChanged' });
    expect(lounge.refused({ ...apply, wallet: Wallet.wealth })).toMatchObject({ error: 'insufficientBalance' });
    expect(lounge.refused(decide(true))).toMatchObject({ error: 'plusNotWaiting' });
    expect(new Lounge({ plusPrice: 0 }).plus()).toMatchObject({ error: 'plusUnavailable' });
  });
});

test('a level that is given holds until its time, and what was given gets only better', () => {
  const lounge = new Lounge();
  const give = (level: number, until: number) => ({ kind: 'grantLevel', account: ana, level, until }) as const;
  const until = begin + 40 * dayMs;
  expect(lounge.apply(give(2, until))).toMatchObject({ ok: true });
  expect(lounge.apply(give(2, until))).toMatchObject({ ok: true });
  expect(lounge.told()).toEqual(['granted']);
  expect(lounge.view()).toMatchObject({ feeClass: 2, grantedLevel: 2, grantedUntil: until });
  for (const [command, error] of [
    [give(1, until), 'levelCovered'],
    [give(2, until - 1), 'levelCovered'],
    [give(4, until), 'levelUnknown'],
    [give(3, begin), 'badRequest'],
  ] as const)
    expect(lounge.refused(command)).toMatchObject({ error });
  // What is bought and what is given end each at its own time.
  lounge.must({ kind: 'defineLevels', ...levels, prices: [1, 1, 1] });
  expect(lounge.level(3, { version: 2 })).toMatchObject({ ok: true });
  lounge.wait(termMs);
  lounge.restart();
  expect(lounge.view()).toMatchObject({ feeClass: 2, boughtLevel: 0 });
  lounge.wait(10 * dayMs);
  expect(lounge.view()).toMatchObject({ feeClass: 0, grantedLevel: 0 });
  expect(lounge.engine.nextTimer()).toBe(Number.POSITIVE_INFINITY);
});
