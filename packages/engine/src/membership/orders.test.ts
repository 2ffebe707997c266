import { OrderSide, Wallet } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import { Duel } from '../testing/duel.ts';
import { ana, begin, bob, coin, dollars, Lounge, levels, lotValue, market, order } from '../testing/lounge.ts';
import { usdt } from '../testing/venue.ts';
import { termMs } from './book.ts';

test('a level that ends while an order waits charges no more than it has reserved', () => {
  const lounge = new Lounge({ volumes: [100 * dollars], prices: [30 * dollars], plusLevel: 0, plusPrice: 0 });
  const tiers = [{ maxNotional: 10 ** 12, maxLeverage: 10, maintenancePpm: 10_000 }];
  lounge.must({
    ...{ kind: 'defineInstrument', ...market, instrument: 2, symbol: 'COIN-PERP', instrumentKind: 2 },
    ...{ takerFeePpm: [50_000, 100], makerFeePpm: [50_000, 100] },
  });
  lounge.must({
    ...{ kind: 'defineContract', instrument: 2, tiers, liquidationFeePpm: 0, markBandBps: 9000, fundingIntervalMs: dayMs },
    ...{ interestE8: 0, fundingCapE8: 0, fundingInParts: false },
  });
  for (const account of [ana, bob])
    lounge.must({
      kind: 'transfer',
      account,
      from: Wallet.coin,
      to: Wallet.contract,
      asset: usdt,
      amount: BigInt(account === ana ? 10_010_000 : 10 ** 10),
    });
  const tick = () => lounge.must({ kind: 'feedTicks', source: 'index', items: [{ instrument: 2, priceTicks: 100, time: lounge.time }] });
  const open = (account: number, direction: 1 | 2): Command => ({
    ...{ kind: 'placeContractOrder', account, instrument: 2, direction, action: 1, type: 2, tif: 1, priceTicks: 100, triggerTicks: 0 },
    ...{ lots: 10, mode: 2, leverage: 10, postOnly: false, takeProfitTicks: 0, stopLossTicks: 0 },
  });
  lounge.level(1);
  tick();
  // Margin of 10 USDT and a fee of 0.01 USDT: all that the account has there.
  lounge.must(open(ana, 1));
  lounge.wait(termMs);
  expect(lounge.engine.feeClass(ana)).toBe(0);
  tick();
  lounge.must(open(bob, 2));
  const fill = lounge.events.find((event) => event.kind === 'fill');
  expect(fill).toMatchObject({ maker: { account: ana, feePpm: 100 }, taker: { account: bob, feePpm: 50_000 } });
});

test('an order that closes a position stops where the fee of its fills has taken the margin of what is left', () => {
  const lounge = new Lounge();
  const tiers = [{ maxNotional: 10 ** 12, maxLeverage: 10, maintenancePpm: 10_000 }];
  lounge.must({
    ...{ kind: 'defineInstrument', ...market, instrument: 2, symbol: 'COIN-PERP', instrumentKind: 2 },
    ...{ takerFeePpm: [100, 60_000], makerFeePpm: [100, 60_000] },
  });
  lounge.must({
    ...{ kind: 'defineContract', instrument: 2, tiers, liquidationFeePpm: 0, markBandBps: 9000, fundingIntervalMs: dayMs },
    ...{ interestE8: 0, fundingCapE8: 0, fundingInParts: false },
  });
  for (const account of [ana, bob])
    lounge.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.contract, asset: usdt, amount: 10n ** 10n });
  lounge.must({ kind: 'feedTicks', source: 'index', items: [{ instrument: 2, priceTicks: 100, time: lounge.time }] });
  const send = (account: number, direction: 1 | 2, priceTicks: number, lots: number) =>
    lounge.must({
      ...{ kind: 'placeContractOrder', account, instrument: 2, direction, action: 1, type: 2, tif: 1, priceTicks, triggerTicks: 0 },
      ...{ lots, mode: 2, leverage: 10, postOnly: false, takeProfitTicks: 0, stopLossTicks: 0 },
    });
  send(bob, 1, 100, 13);
  send(ana, 2, 100, 13);
  send(bob, 2, 107, 10);
  send(bob, 2, 108, 3);
  expect(lounge.level(1)).toMatchObject({ ok: true });
  lounge.must({
    ...{ kind: 'placeContractOrder', account: ana, instrument: 2, direction: 2, action: 2, type: 1, tif: 1, priceTicks: 0 },
    ...{ triggerTicks: 0, lots: 0, mode: 2, leverage: 0, postOnly: false, takeProfitTicks: 0, stopLossTicks: 0 },
  });
  expect(lounge.engine.positions(ana)).toMatchObject([{ lots: 3, closedLots: 10 }]);
  expect(lounge.replayedHash()).toBe(lounge.engine.stateHash());
});

test('any trades and purchases on any days: every fee is that of an oracle which adds up all trades, also after restarts', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('trade' as const), who: fc.nat(3), lots: fc.integer({ min: 1, max: 40 }) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(0.3, 1, 1, 2, 7, 29, 31) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('buy' as const), who: fc.nat(3), level: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('class' as const), who: fc.nat(3), feeClass: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('define' as const), first: fc.integer({ min: 5, max: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  );
  const seen = new Set<number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), (steps) => {
      const duel = new Duel('demo', { noticeMs: 0 }, begin);
      const must = (command: Command) => expect(duel.apply(command)).toMatchObject({ ok: true });
      must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: 2 });
      must({ kind: 'defineAsset', asset: coin, code: 'COIN', scale: 6, assetKind: 3 });
      must({ kind: 'defineInstrument', ...market });
      const people = [0, 1, 2, 3].map((n) => firstCustomer + n);
      for (const account of people) must({ kind: 'openAccount', account, feeClass: 0 });
      must({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
      must({ kind: 'fundHouse', account: House.marketMaker, wallet: Wallet.coin, asset: coin, amount: 10n ** 15n, number: 1 });
      for (const account of people) must({ kind: 'grantDemo', account });
      must({ kind: 'defineLevels', ...levels });
      let version = 1;
      for (const one of steps) {
        if (one.do === 'wait') duel.time += one.days * dayMs;
        if (one.do === 'restart') duel.restart();
        if (one.do === 'class') must({ kind: 'setFeeClass', account: people[one.who]!, feeClass: one.feeClass });
        if (one.do === 'buy') duel.apply({ kind: 'buyLevel', account: people[one.who]!, wallet: Wallet.coin, level: one.level, version });
        if (one.do === 'define') {
          const volumes = [1, 2, 4].map((times) => times * one.first * lotValue);
          must({ kind: 'defineLevels', ...levels, volumes });
          version += 1;
        }
        if (one.do !== 'trade') continue;
        must({ kind: 'feedTicks', source: 'index', items: [{ instrument: 1, priceTicks: 100, time: duel.time }] });
        const seller = one.lots % 2 === 0 ? House.marketMaker : people[(one.who + 1) % 4]!;
        duel.apply(order(seller, OrderSide.sell, one.lots));
        must(order(people[one.who]!, OrderSide.buy, one.lots));
        must({ kind: 'cancelAllOrders', account: people[one.who]!, instrument: 0 });
      }
      for (const event of duel.events) if (event.kind === 'levelDay') seen.add(event.level);
    }),
    { numRuns: 60 },
  );
  expect([...seen].sort()).toEqual([0, 1, 2, 3]);
}, 60_000);
