import { createEngine, defaultLimits, type EngineEvent, House, usualActor } from '@bourse/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';
import { type ClockStep, SteadyClock, stepText } from './steady-clock.ts';

const start = 1_700_000_000_000;
function clocks() {
  const manual = new ManualClock(start);
  const clock = new SteadyClock({
    wall: () => manual.now(),
    monotonic: () => manual.elapsedMs,
    after: (ms, work) => manual.after(ms, work),
    defer: (work) => manual.defer(work),
  });
  const told: (ClockStep | undefined)[] = [];
  clock.onStep((step) => told.push(step));
  clock.watch();
  return { manual, clock, told };
}

describe('the time of the exchange', () => {
  it.each([1_500, 5_000, 60_000, 3_600_000])(
    'takes over a system clock that was set %i ms ahead, after a minute of cancelling only',
    async (byMs) => {
      const { manual, clock, told } = clocks();
      await manual.pass(10_000);
      manual.jump(byMs);
      expect(clock.now()).toBe(start + 10_000);
      await manual.pass(500);
      expect(told).toEqual([{ byMs, evenInMs: 60_000 }]);
      expect(stepText(clock.step!)).toContain('set ahead');
      await manual.pass(59_000);
      expect(clock.now()).toBe(start + 69_500);
      await manual.pass(1_000);
      expect(told.at(-1)).toBeUndefined();
      expect(clock.now()).toBe(manual.now());
    },
  );

  it.each([1_500, 60_000, 3_600_000])('waits for a system clock that was set back by %i ms, without ever going back', async (byMs) => {
    const { manual, clock, told } = clocks();
    await manual.pass(10_000);
    manual.jump(-byMs);
    let before = clock.now();
    for (let n = 0; n < 400; n += 1) {
      await manual.pass(250);
      expect(clock.now()).toBeGreaterThan(before);
      before = clock.now();
    }
    expect(told).toMatchObject([{ byMs: -byMs }, undefined]);
    expect(clock.step).toBeUndefined();
    const ahead = clock.now() - manual.now();
    expect(ahead).toBeLessThan(byMs);
    await manual.pass(60_000);
    expect(clock.now() - manual.now()).toBeLessThan(ahead);
    expect(told).toHaveLength(2);
  });

  it('follows a second of drift slowly, says nothing, and is even again when a step is taken back', async () => {
    const { manual, clock, told } = clocks();
    manual.jump(1_000);
    await manual.pass(30_000);
    expect(clock.now()).toBeLessThan(manual.now());
    await manual.pass(300_000);
    expect(manual.now() - clock.now()).toBeLessThan(5);
    expect(told).toEqual([]);
    manual.jump(-7_000);
    await manual.pass(1_000);
    manual.jump(7_000);
    await manual.pass(1_000);
    expect(told).toMatchObject([{ byMs: -7_000 }, undefined]);
  });

  it('counts the minute from the last step', async () => {
    const { manual, clock } = clocks();
    manual.jump(10_000);
    await manual.pass(40_000);
    manual.jump(10_000);
    await manual.pass(40_000);
    expect(clock.step).toMatchObject({ byMs: 20_000 });
    await manual.pass(21_000);
    expect([clock.step, clock.now()]).toEqual([undefined, manual.now()]);
  });

  it('begins after the newest time of the journal, when the system clock was set back while the server was down', async () => {
    const { manual, clock, told } = clocks();
    clock.atLeast(start + 3_600_000);
    expect(clock.now()).toBe(start + 3_600_000);
    await manual.pass(1_000);
    expect(clock.now()).toBeGreaterThan(start + 3_600_000);
    expect(told).toMatchObject([{ byMs: -3_600_000 }]);
  });
});

/** An engine whose prices and orders carry the time of a clock, as the server's do. */
function floor(now: () => number) {
  const engine = createEngine({ venue: 'demo', limits: defaultLimits });
  const tell = (command: Parameters<typeof usualActor>[0]) => {
    const time = Math.max(now(), engine.time);
    const outcome = engine.apply({ seq: engine.seq + 1, time, commandId: new Uint8Array(16), actor: usualActor(command), command });
    return { outcome, events: engine.takeEvents() };
  };
  tell({ kind: 'defineAsset', asset: 1, code: 'COIN', scale: 3, assetKind: 3 });
  tell({ kind: 'defineAsset', asset: 2, code: 'USDT', scale: 6, assetKind: 2 });
  tell({
    ...({
      kind: 'defineInstrument',
      instrument: 1,
      symbol: 'COIN/USDT',
      instrumentKind: 1,
      baseAsset: 1,
      quoteAsset: 2,
      lotUnits: 1n,
    } as const),
    ...{
      quoteUnitsPerTickLot: 1_000,
      minLots: 1,
      maxLots: 1_000_000,
      minNotional: 1,
      bandBps: 1000,
      takerFeePpm: [500],
      makerFeePpm: [200],
    },
    ...{ keepsProtection: false, status: 1 as const },
  });
  for (const account of [100_000, 100_001]) {
    tell({ kind: 'openAccount', account, feeClass: 0 });
    tell({ kind: 'grantDemo', account });
  }
  tell({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
  tell({ kind: 'fundHouse', account: House.marketMaker, wallet: 1, asset: 1, amount: 1_000_000n, number: engine.nextFunding() });
  return { engine, tell };
}

describe('trading while the system clock is set', () => {
  it('by ±1 s to ±1 h, again and again, never fills on a price that is older than five seconds of real time', async () => {
    let fills = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            {
              weight: 2,
              arbitrary: fc.record({
                jump: fc.constantFrom(1, -1).chain((sign) => fc.integer({ min: 1_000, max: 3_600_000 }).map((ms) => sign * ms)),
              }),
            },
            { weight: 6, arbitrary: fc.record({ pass: fc.constantFrom(100, 900, 3_000, 5_100, 20_000, 70_000) }) },
            { weight: 8, arbitrary: fc.constant({ tick: true }) },
            { weight: 8, arbitrary: fc.constant({ trade: true }) },
          ),
          { minLength: 40, maxLength: 80 },
        ),
        async (deeds) => {
          const { manual, clock } = clocks();
          const { tell } = floor(() => clock.now());
          let tickedAt = Number.NEGATIVE_INFINITY;
          const order = (account: number, side: 0 | 1): EngineEvent[] =>
            tell({
              ...({
                kind: 'placeOrder',
                account,
                instrument: 1,
                side,
                type: 2,
                tif: side === 1 ? 1 : 2,
                priceTicks: 100,
                triggerTicks: 0,
              } as const),
              ...{ lots: 1, quoteAmount: 0, postOnly: false },
            }).events;
          for (const deed of deeds) {
            if ('jump' in deed) manual.jump(deed.jump);
            else if ('pass' in deed) await manual.pass(deed.pass);
            else if ('tick' in deed) {
              tell({ kind: 'feedTicks', source: 'index', items: [{ instrument: 1, priceTicks: 100, time: clock.now() }] });
              tickedAt = manual.elapsedMs;
            } else {
              const filled = [...order(House.marketMaker, 1), ...order(100_000, 0)].filter(({ kind }) => kind === 'fill').length;
              fills += filled;
              // The clock runs by at most a sixteenth slower than the time that passes.
              if (filled > 0) expect(manual.elapsedMs - tickedAt).toBeLessThanOrEqual((5_000 * 16) / 15 + 1);
            }
          }
        },
      ),
      { numRuns: 60, seed: 20_261_123 },
    );
    expect(fills).toBeGreaterThan(50);
  });
});
