import { MarginMode, OrderPriceType, PositionAction, TimeInForce, Wallet } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import { ContractFloor, coin, contractOrder, gold, long, short, whole } from '../testing/contract-floor.ts';
import { checkReceipts } from '../testing/receipts.ts';

const maker = House.marketMaker;
const eightHours = 28_800_000;
const people = [100_000, 100_001, 100_002, 100_003, 100_004];
const who = fc.constantFrom(...people);
const instrument = fc.constantFrom(coin, coin, gold);
const direction = fc.constantFrom(long, short);

const deed = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      what: fc.constant('open' as const),
      who,
      instrument,
      direction,
      lots: fc.integer({ min: 1, max: 250 }),
      /** Distance from the index in basis points; null for a market order. */
      away: fc.option(fc.integer({ min: -150, max: 150 }), { freq: 4 }),
      mode: fc.constantFrom(MarginMode.full, MarginMode.segmented),
      leverage: fc.constantFrom(5, 10, 20, 20, 50),
      stop: fc.constantFrom(true, false, false, false, false),
      ioc: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('close' as const),
      who,
      instrument,
      direction,
      lots: fc.integer({ min: 0, max: 60 }),
      away: fc.option(fc.integer({ min: -150, max: 150 })),
    }),
  },
  {
    weight: 26,
    arbitrary: fc.record({
      what: fc.constant('index' as const),
      instrument,
      /** In basis points, with an occasional gap. */
      move: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: -120, max: 120 }) },
        { weight: 4, arbitrary: fc.integer({ min: -600, max: 600 }) },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('move' as const), who, add: fc.boolean(), amount: fc.integer({ min: 1, max: 3000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('margin' as const), who, add: fc.boolean(), amount: fc.integer({ min: 1, max: 500 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.constantFrom(100, 1000, 4000, 6000, 3_600_000, 14_400_000) }),
  },
  { weight: 2, arbitrary: fc.constant({ what: 'round' as const }) },
  {
    weight: 14,
    arbitrary: fc.record({
      what: fc.constant('quote' as const),
      instrument,
      /** Half the spread, and the distance of the middle from the index, in basis points. */
      half: fc.integer({ min: 5, max: 200 }),
      off: fc.integer({ min: -80, max: 80 }),
      lots: fc.integer({ min: 1, max: 200 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('status' as const), instrument, status: fc.constantFrom(2 as const, 3 as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('mode' as const), mode: fc.constantFrom('cancelOnly' as const, 'readOnly' as const) }),
  },
  { weight: 1, arbitrary: fc.constant({ what: 'restart' as const }) },
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

const seen = new Map<string, number>();
const note = (what: string, count = 1) => seen.set(what, (seen.get(what) ?? 0) + count);

class Play {
  readonly floor: ContractFloor;
  private readonly index = new Map([
    [coin, 10_000],
    [gold, 10_000],
  ]);
  private disturbed = 0;

  constructor(limits: Partial<Limits>, capital: number) {
    this.floor = new ContractFloor({
      limits,
      takerPpm: 500,
      makerPpm: 200,
      bandBps: 1000,
      rules: { liquidationFeePpm: 3000, interestE8: 10_000 },
    });
    if (capital > 0) this.floor.fund(House.insurance, capital);
    this.floor.fund(maker, 1_000_000);
    for (const account of people) this.floor.open(account, 5000);
  }

  do(step: Deed): void {
    const { floor } = this;
    if (this.disturbed > 0 && --this.disturbed === 0) {
      floor.must({ kind: 'setTradingMode', mode: 'normal' });
      for (const id of [coin, gold]) floor.must({ kind: 'setInstrumentStatus', instrument: id, status: 1 });
    }
    switch (step.what) {
      case 'open':
        this.open(step);
        break;
      case 'close': {
        const { who: account, instrument: id, direction: way, lots } = step;
        const priceTicks = this.priceAt(id, step.away);
        const type = priceTicks === 0 ? OrderPriceType.market : OrderPriceType.limit;
        this.tell(
          floor.apply(contractOrder({ account, instrument: id, direction: way, lots, priceTicks, type, action: PositionAction.close })),
        );
        break;
      }
      case 'index':
        this.move(step.instrument, step.move);
        break;
      case 'cancel':
        floor.apply({ kind: 'cancelAllOrders', account: step.who, instrument: 0 });
        break;
      case 'move': {
        const [from, to] = step.add ? [Wallet.coin, Wallet.contract] : [Wallet.contract, Wallet.coin];
        this.tell(floor.apply({ kind: 'transfer', account: step.who, from, to, asset: 2, amount: BigInt(step.amount * whole) }));
        break;
      }
      case 'margin': {
        const position = floor.engine.positions(step.who)[0]?.position ?? 1;
        this.tell(floor.apply({ kind: 'changeMargin', account: step.who, position, add: step.add, amount: step.amount * whole }));
        break;
      }
      case 'wait':
        floor.wait(step.ms);
        if (step.ms > 6000) for (const id of [coin, gold]) this.move(id, 0);
        break;
      case 'quote':
        floor.apply({ kind: 'cancelAllOrders', account: maker, instrument: step.instrument });
        for (const way of [long, short]) {
          const priceTicks = this.priceAt(step.instrument, step.off + (way === long ? -step.half : step.half));
          const { instrument: id, lots } = step;
          this.tell(
            floor.apply(contractOrder({ account: maker, instrument: id, direction: way, lots, priceTicks, mode: MarginMode.full })),
          );
        }
        break;
      case 'round':
        floor.wait(eightHours - (floor.time % eightHours) - 1000);
        for (const id of [coin, gold]) this.move(id, 0);
        floor.wait(1000);
        break;
      case 'restart':
        floor.restart();
        break;
      case 'status':
        this.disturbed = 4;
        floor.must({ kind: 'setInstrumentStatus', instrument: step.instrument, status: step.status });
        break;
      case 'mode':
        this.disturbed = 4;
        floor.must({ kind: 'setTradingMode', mode: step.mode });
    }
  }

  private open({ who: account, instrument: id, direction: way, away, stop, ioc, ...order }: Extract<Deed, { what: 'open' }>): void {
    const priceTicks = this.priceAt(id, away);
    const sign = way === long ? 1 : -1;
    const stopLossTicks = stop ? Math.round(this.index.get(id)! * (1 - sign * 0.03)) : 0;
    const type = priceTicks === 0 ? OrderPriceType.market : OrderPriceType.limit;
    const tif = ioc ? TimeInForce.ioc : TimeInForce.gtc;
    const { lots, mode, leverage } = order;
    this.tell(
      this.floor.apply(
        contractOrder({ account, instrument: id, direction: way, lots, mode, leverage, priceTicks, type, tif, stopLossTicks }),
      ),
    );
  }

  private priceAt(id: number, away: number | null): number {
    return away === null ? 0 : Math.round((this.index.get(id)! * (10_000 + away)) / 10_000);
  }

  private move(id: number, bps: number): void {
    const next = Math.min(40_000, Math.max(2000, Math.round((this.index.get(id)! * (10_000 + bps)) / 10_000)));
    this.index.set(id, next);
    this.floor.tick(id, next);
  }

  private tell(outcome: { ok: true } | { ok: false; error: string }): void {
    note(outcome.ok ? 'accepted' : outcome.error);
  }
}

for (const [name, limits, capital] of [
  ['wide limits and a full insurance fund', {}, 100_000],
  ['wide limits and no insurance fund', {}, 0],
  [
    'tight limits',
    {
      marginChecksPerCommand: 2,
      liquidationStepsPerCommand: 1,
      deleveragesPerStep: 1,
      fillsPerOrder: 3,
      wakesPerCommand: 2,
      timersPerCommand: 1,
      heldLooksPerCommand: 1,
      fundingPerCommand: 1,
    },
    50,
  ],
] as const) {
  test(`random leveraged traders and a wild index under ${name}: the auditor agrees, invariants hold, replay and restart change nothing`, () => {
    fc.assert(
      fc.property(fc.array(deed, { minLength: 120, maxLength: 160, size: 'max' }), (deeds) => {
        const play = new Play(limits, capital);
        for (const step of deeds) play.do(step);
        const { floor } = play;
        for (const [what, count] of Object.entries(floor.auditor.audited)) note(what, count);
        for (const [what, count] of floor.seen) if (what.includes('protection')) note(what, count);
        expect(floor.replayedHash()).toBe(floor.engine.stateHash());
        checkReceipts(floor, seen);
      }),
      { numRuns: 40, seed: 20_261_121 },
    );
  }, 240_000);
}

test('the random commands reach every way a position can end', () => {
  const wanted = ['accepted', 'marks', 'warnings', 'liquidations', 'deleveragings', 'rounds', 'voidRounds', 'payments', 'roundsInParts'];
  const receipts = ['receipt positionFill', 'receipt fundingPayment', 'receipt liquidation', 'receipt deleverage', 'receipt mark'];
  const held = ['part of a protection held', 'protection held, then filled', 'protection held, then liquidation'];
  for (const what of [...receipts, ...wanted, 'marginInsufficient', 'priceStale', ...held])
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
});
