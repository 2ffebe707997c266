import { OrderPriceType, OrderSide, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SetInviter } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import type { Actor } from '../core/actor.ts';
import { dayMs } from '../core/limits.ts';
import { checkReceipts } from '../testing/receipts.ts';
import { bookRules, TestVenue, usdt } from '../testing/venue.ts';
import { linesPerPayout, type RebateDayEvent } from './declare.ts';

/** 1,000 s before midnight. */
const begin = 19_000 * dayMs - 1_000_000;
const coin = 7;
const inviter = firstCustomer;
const friend = firstCustomer + 1;
const other = firstCustomer + 2;

/** COIN trades against USDT at 100 ticks; a taker pays 0.1 %, a maker nothing. */
class Club extends TestVenue {
  constructor(limits: Record<string, number> = {}) {
    super({ noticeMs: 0, ...limits }, begin);
    this.must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: 2 });
    this.must({ kind: 'defineAsset', asset: coin, code: 'COIN', scale: 6, assetKind: 3 });
    const named = { instrument: 1, symbol: 'COIN', instrumentKind: 1 as const, baseAsset: coin, lotUnits: 1_000_000n };
    const rules = { ...bookRules, takerFeePpm: [1013], makerFeePpm: [0], minNotional: 1, bandBps: 9000, quoteUnitsPerTickLot: 7919 };
    this.must({ kind: 'defineInstrument', ...named, ...rules });
    for (const account of [inviter, friend, other]) this.join(account);
    this.must({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
    const brought = { account: House.marketMaker, wallet: Wallet.coin, asset: coin, amount: 10n ** 12n };
    this.must({ kind: 'fundHouse', ...brought, number: 1 });
    this.tick();
  }

  join(account: number): void {
    this.must({ kind: 'openAccount', account, feeClass: 0 });
    this.must({ kind: 'grantDemo', account });
  }

  tick(): void {
    this.must({ kind: 'feedTicks', source: 'index', items: [{ instrument: 1, priceTicks: 100, time: this.time }] });
  }

  link(account: number, of: number, inviterPpm = 150_000, friendPpm = 50_000) {
    return this.apply({ kind: 'setInviter', account, inviter: of, inviterPpm, friendPpm });
  }

  /** Somebody buys from the market maker and pays the fee in COIN. */
  buy(account: number, lots: number): void {
    this.place(House.marketMaker, OrderSide.sell, lots);
    this.place(account, OrderSide.buy, lots);
  }

  private place(account: number, side: OrderSide, lots: number): void {
    const terms = { type: OrderPriceType.limit, tif: TimeInForce.gtc, triggerTicks: 0, quoteAmount: 0, postOnly: false };
    this.must({ kind: 'placeOrder', account, instrument: 1, side, lots, priceTicks: 100, ...terms });
  }

  sendAs(command: SetInviter, by: Actor['by']) {
    return this.send(command, { by, id: command.account }).outcome;
  }

  toMidnight(): void {
    this.wait(dayMs - (this.time % dayMs));
  }

  has(account: number, asset: number, wallet: Wallet = Wallet.coin): bigint {
    return this.engine.balances(account).find((one) => one.asset === asset && one.wallet === wallet)?.available ?? 0n;
  }

  payouts(): RebateDayEvent[] {
    return this.events.flatMap((event) => (event.kind === 'rebateDay' ? [event] : []));
  }
}

describe('an inviter', () => {
  test('gets their part of a friend’s fees at midnight, and the friend a part back, out of the house’s fees', () => {
    const club = new Club();
    expect(club.link(friend, inviter)).toMatchObject({ ok: true });
    club.buy(friend, 10);
    const fee = 10_130n;
    expect(club.has(House.fees, coin)).toBe(fee);
    expect(club.engine.invitation(inviter)).toMatchObject({ inviter: undefined, due: [{ friend, fees: fee, partPpm: 150_000 }] });
    club.wait(999_000);
    expect(club.payouts()).toEqual([]);
    club.wait(1000);
    expect(club.payouts()).toMatchObject([
      { account: inviter, asset: coin, wallet: Wallet.coin, day: begin + 1_000_000 - dayMs, paid: 1519n, carried: 0, remainder: 500_000 },
      { account: friend, lines: [{ friend, fees: fee, partPpm: 50_000 }], paid: 506n, remainder: 500_000 },
    ]);
    expect([club.has(inviter, coin), club.has(House.fees, coin)]).toEqual([1519n, fee - 1519n - 506n]);
    const lines = club.events.flatMap((event) =>
      event.kind === 'ledger' && event.account === inviter && event.asset === coin ? [event] : [],
    );
    expect(lines.map(({ flow }) => flow)).toEqual([flows.rebateFirstLevel.code]);
    checkReceipts(club, new Map());
    // What is carried is added to the next payout.
    club.tick();
    club.buy(friend, 10);
    club.toMidnight();
    expect(club.payouts().slice(2)).toMatchObject([
      { account: inviter, carried: 500_000, paid: 1520n, remainder: 0 },
      { account: friend, carried: 500_000, paid: 507n, remainder: 0 },
    ]);
    expect(club.replayedHash()).toBe(club.engine.stateHash());
  });

  test('gets nothing of fees of before, of nobody’s friends, or on a day without fees', () => {
    const club = new Club();
    club.link(friend, inviter);
    club.buy(other, 10);
    club.toMidnight();
    club.toMidnight();
    expect(club.payouts()).toEqual([]);
  });

  test('is paid once for days in which nothing happened, and never twice after a restart', () => {
    const club = new Club();
    club.link(friend, inviter);
    club.buy(friend, 10);
    club.restart();
    club.wait(400 * dayMs);
    club.restart();
    club.wait(1);
    expect(club.payouts()).toHaveLength(2);
    expect(club.engine.nextTimer()).toBe(begin + 1_000_000 + 400 * dayMs);
  });

  test.each<[string, Partial<Record<'account' | 'inviter' | 'inviterPpm' | 'friendPpm', number>>, object]>([
    ['oneself', { inviter: friend }, { error: 'badRequest', detail: { field: 'inviter' } }],
    ['somebody who came later', { inviter: other }, { error: 'badRequest', detail: { field: 'inviter' } }],
    ['nobody', { inviter: firstCustomer - 1 }, { error: 'badRequest', detail: { field: 'inviter' } }],
    ['the house', { inviter: House.fees }, { error: 'badRequest', detail: { field: 'inviter' } }],
    ['an unknown account', { account: 123_456 }, { error: 'accountUnknown' }],
    ['the house’s account', { account: House.marketMaker, inviter: House.fees }, { error: 'accountUnknown' }],
    ['more than the half', { inviterPpm: 400_000, friendPpm: 100_001 }, { detail: { field: 'friendPpm', max: 100_000 } }],
    ['less than nothing', { friendPpm: -1 }, { error: 'badRequest' }],
  ])('is not %s', (_, of, refused) => {
    const club = new Club();
    expect(club.apply({ kind: 'setInviter', account: friend, inviter, inviterPpm: 1, friendPpm: 1, ...of })).toMatchObject(refused);
    expect(club.engine.invitation(friend).inviter).toBeUndefined();
  });

  test('is set once, and before anything was traded', () => {
    const club = new Club();
    expect(club.link(other, inviter)).toMatchObject({ ok: true });
    expect(club.link(other, friend)).toMatchObject({ error: 'inviterSet' });
    club.buy(friend, 1);
    expect(club.link(friend, inviter)).toMatchObject({ error: 'inviterTooLate' });
  });

  test('cannot be set by customers or operators', () => {
    const club = new Club();
    const command = { kind: 'setInviter', account: friend, inviter, inviterPpm: 1, friendPpm: 1 } as const;
    for (const by of ['customer', 'operator', 'feed'] as const) expect(club.sendAs(command, by)).toMatchObject({ error: 'forbidden' });
  });
});

describe('a midnight', () => {
  const crowd = 130;
  const crowded = (limits: Record<string, number>) => {
    const club = new Club(limits);
    for (let at = 0; at < crowd; at++) {
      club.join(firstCustomer + 10 + at);
      club.link(firstCustomer + 10 + at, at % 2 === 0 ? inviter : friend, 100_000, 100_000);
      club.buy(firstCustomer + 10 + at, 1 + (at % 7));
    }
    return club;
  };

  test('with many receivers takes several commands, in the order of their numbers, whatever restarts in between', () => {
    const [club, whole] = [crowded({ rebatesPerCommand: 3 }), crowded({})];
    club.toMidnight();
    whole.toMidnight();
    expect(club.payouts()).toHaveLength(3);
    expect(whole.payouts()).toHaveLength(crowd + 4);
    expect(club.engine.nextTimer()).toBe(club.time);
    for (let n = 0; n < 70; n++) {
      club.restart();
      club.wait(0);
    }
    const bare = ({ seq: _, index: __, time: ___, ...event }: RebateDayEvent) => event;
    expect(club.payouts().map(bare)).toEqual(whole.payouts().map(bare));
    expect(whole.payouts().map(({ account }) => account)).toEqual([...whole.payouts().map(({ account }) => account)].sort((a, b) => a - b));
    expect(Math.max(...whole.payouts().map(({ lines }) => lines.length))).toBe(linesPerPayout);
    expect(club.replayedHash()).toBe(club.engine.stateHash());
  });

  test('shows an inviter what is due in pages and sums, of the day that is being paid and of the one that is open', () => {
    const club = crowded({ rebatesPerCommand: 1 });
    club.toMidnight();
    club.tick();
    club.buy(firstCustomer + 10, 9);
    for (const account of [inviter, friend, firstCustomer + 10]) {
      const { due } = club.engine.invitation(account);
      const pages = Array.from({ length: 20 }, (_, at) => club.engine.rebatesDue(account, at * 7, 7));
      expect(pages.flatMap(({ lines }) => lines)).toEqual(due);
      expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([due.length]));
      expect(club.engine.rebateSums(account).get(coin) ?? 0n).toBe(
        due.reduce((sum, { fees, partPpm }) => sum + fees * BigInt(partPpm), 0n),
      );
    }
    expect([club.engine.inviter(firstCustomer + 10)?.inviter, club.engine.inviter(inviter)]).toEqual([inviter, undefined]);
    expect([club.engine.rebatesDue(other, 0, 7), club.engine.rebateSums(other).size]).toEqual([{ lines: [], count: 0 }, 0]);
  });

  test('that finds the payouts of the day before under way ends those first, with as many commands as they take', () => {
    const club = crowded({ rebatesPerCommand: 1 });
    club.toMidnight();
    club.tick();
    club.buy(firstCustomer + 10, 9);
    const first = club.payouts()[0]!.day;
    club.toMidnight();
    // A venue that stood still since has the whole day before it, and one command pays no more of it than any other.
    expect(club.payouts()).toHaveLength(5);
    for (let n = 1; n < crowd; n++) club.wait(1);
    expect(club.payouts()).toHaveLength(crowd + 4);
    club.restart();
    for (let n = 0; n < 9; n++) club.wait(1);
    const days = club.payouts().map(({ day }) => day);
    expect(days.filter((day) => day === first)).toHaveLength(crowd + 4);
    expect(days.slice(-2)).toEqual([first + dayMs, first + dayMs]);
    expect(club.engine.nextTimer() % dayMs).toBe(0);
    expect(club.replayedHash()).toBe(club.engine.stateHash());
  });
});

test('what is owed is not spent for anything else', () => {
  const club = new Club();
  club.link(friend, inviter, 250_000, 250_000);
  club.buy(friend, 10);
  const cost = (amount: bigint) => club.apply({ kind: 'bookNetworkCost', asset: coin, amount, evidence: 'A'.repeat(43) });
  expect(cost(5066n)).toMatchObject({ ok: false });
  const evidence = 'A'.repeat(43);
  const given = (amount: bigint) =>
    club.apply({ kind: 'adjust', account: other, house: House.fees, asset: coin, amount, add: true, evidence });
  expect(given(5066n)).toMatchObject({ error: 'insufficientBalance', detail: { available: '0.005065' } });
  expect(given(1n)).toMatchObject({ ok: true });
  club.toMidnight();
  expect(club.payouts().reduce((sum, { paid }) => sum + paid, 0n)).toBe(5064n);
});

test('any trades of any circle: each receiver has exactly their part rounded down, and the house pays at most the half', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 40 }), fc.boolean()), { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 0, max: 500_000 }),
      fc.integer({ min: 0, max: 500_000 }),
      (trades, a, b) => {
        const club = new Club();
        const [most, part] = [Math.max(a, b), Math.min(a, b)];
        for (let at = 3; at < 6; at++) club.join(firstCustomer + at);
        for (let at = 1; at < 6; at++) club.link(firstCustomer + at, firstCustomer + at - 1, most - part, part);
        const exact = new Map<number, bigint>();
        let fees = 0n;
        for (const [at, lots, midnight] of trades) {
          const account = firstCustomer + at;
          club.buy(account, lots);
          const fee = BigInt(lots * 1013);
          fees += fee;
          for (const [who, ppm] of [
            [account - 1, most - part],
            [account, part],
          ] as const)
            exact.set(who, (exact.get(who) ?? 0n) + fee * BigInt(ppm));
          if (midnight) {
            club.toMidnight();
            club.tick();
          }
        }
        club.toMidnight();
        const paid = new Map<number, bigint>();
        for (const one of club.payouts()) paid.set(one.account, (paid.get(one.account) ?? 0n) + one.paid);
        for (const [who, owed] of exact) expect(paid.get(who) ?? 0n).toBe(owed / 1_000_000n);
        expect([...paid.values()].reduce((sum, one) => sum + one, 0n) * 2n).toBeLessThanOrEqual(fees);
        checkReceipts(club, new Map());
      },
    ),
    { numRuns: 40 },
  );
});
