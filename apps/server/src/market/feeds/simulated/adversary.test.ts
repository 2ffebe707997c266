import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { TestClock } from '../../../testing/market.ts';
import { allListings, createCatalogue } from '../../catalogue/catalogue.ts';
import { dayMs } from '../../sessions/index.ts';
import { firstFrom, play, record, reversalAt, type Score, type Strategy, strategies, type Tape, tapeFor } from './adversary.ts';
import { SimulatedFeed } from './feed.ts';
import { MarketTime } from './market-time.ts';
import type { Model } from './models.ts';
import { evenTemper, Path, PathReader } from './path.ts';
import { SimulatedPrice } from './prices.ts';
import { commitmentTo, type DaySecrets, dayOf, fixedSecrets } from './secrets.ts';
import { Streams } from './streams.ts';

/**
 * The adversary plays tens of thousands of timed contracts with every strategy. The secrets are fixed, so each result is always the same. Of contracts
 * that follow each other, wins minus losses have a mean of zero and a variance of their number, if nothing can be predicted. Four deviations are what
 * chance alone exceeds once in 16,000 results; there are some hundred. Who won 51.5 % of 20,000 would be beyond it; a contract that pays 85 % needs 54.1 %.
 */
const bound = 4;
const horizons = [30_000, 60_000, 120_000, 300_000];
const sold = ['BTC-PERP', 'EUR-PERP', 'XAU-PERP'];
const catalogue = createCatalogue(
  undefined,
  allListings.filter(({ symbol }) => sold.includes(symbol)),
);
const monday = Date.UTC(2026, 10, 16);
const days = 3;
const secret = createHash('sha256').update('the fixed secret of the adversary').digest('hex');

function tapes(secrets: DaySecrets, from: number, to: number): Map<string, Tape> {
  const made = new Map(catalogue.instruments.map(({ id }) => [id, tapeFor(((to - from) / 1000) * 4 + 4)]));
  const clock = new TestClock(from);
  const feed = new SimulatedFeed({ catalogue, clock, secrets, anchor: monday });
  const sink = {
    tick: (tick: Parameters<typeof record>[1] & { instrument: number }) => record(made.get(tick.instrument)!, tick),
    garbage() {},
  };
  feed.start(sink, () => from);
  feed.stop();
  for (let now = from; now < to; now += 240_000) feed.emitUntil(now, sink);
  return new Map([...made].map(([id, tape]) => [catalogue.instrumentById(id)!.symbol, tape]));
}

let real: Map<string, Tape>;
/**
 * Walks of their own for rare events: of every temper there is, each with nothing else in its price, before rounding. They are read where a 4,096th of a day
 * begins, where no finer part of the walk is needed, so eighty times as many days cost what a day of ticks costs.
 */
const longDays = 40;
const longStepMs = dayMs / 4_096;
const longWalks = ['DOGE', 'SOL', 'XRP', 'BTC'].flatMap((code) => [0, 1, 2, 3].map((number) => ({ code, number })));
let long: Tape[];
beforeAll(() => {
  const { walks } = createCatalogue();
  const streams = new Streams(fixedSecrets(secret), dayOf(monday));
  const aroundTheClock = new MarketTime(null);
  long = longWalks.map(({ code, number }) => {
    const model = walks.get(code) as Model;
    const path = new Path(streams, `own:${code} ${number}`, aroundTheClock, model.temper ?? evenTemper, dayOf(monday));
    const load = model.volatility / Math.sqrt(365.25 * 86_400);
    const price = new SimulatedPrice(model, [{ reader: new PathReader(path), load }], monday);
    const tape = tapeFor(longDays * 4_096);
    for (let part = 0; part < longDays * 4_096; part += 1) {
      const time = monday + part * longStepMs;
      record(tape, { time, last: price.at(time, longStepMs / 1000 / 1.001), lots: 0, side: 0 });
    }
    return tape;
  });
  real = tapes(fixedSecrets(secret), monday, monday + days * dayMs);
}, 300_000);

const played = new Map<Strategy, Score[]>();
function scores(strategy: Strategy): Score[] {
  const found =
    played.get(strategy) ??
    horizons.map((horizon) => [...real.values()].reduce<Score | undefined>((sum, tape) => play(tape, strategy, horizon, sum), undefined)!);
  played.set(strategy, found);
  return found;
}

describe('an adversary with the source code, the ticks and the public calls', () => {
  it('has far more than 100,000 ticks', () => {
    expect([...real.values()].reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(1_500_000);
  });

  it.each(Object.entries(strategies))('wins no more than chance: %s', (_, strategy) => {
    const found = scores(strategy);
    for (const [index, { z }] of found.entries())
      expect(Math.abs(z), `${horizons[index]} ms: ${JSON.stringify(found[index])}`).toBeLessThan(bound);
    // Every hit pays 85 % at most.
    const result = found.reduce((sum, { won, lost }) => sum + 0.85 * won - lost, 0);
    const decided = found.reduce((sum, { won, lost }) => sum + won + lost, 0);
    if (decided >= 10_000) expect(result / decided).toBeLessThan(-0.05);
  });

  it('plays at least 10,000 contracts with every strategy whose chance comes often enough in three days', () => {
    const few = Object.entries(strategies).filter(
      ([, strategy]) => scores(strategy).reduce((sum, { contracts }) => sum + contracts, 0) < 10_000,
    );
    expect(few.map(([name]) => name)).toEqual([
      'against 4 deviations',
      'against 5 deviations',
      'against 6 deviations',
      'against the first half of a 256th of a day',
    ]);
  });

  it.each([2, 3, 4, 5, 6])(
    'wins no more than chance against moves of %i deviations in 640 days of walks, with 10,000 contracts',
    (deviations) => {
      const against = reversalAt(deviations, [1, 2, 4, 8, 24]);
      let contracts = 0;
      for (const horizon of horizons) {
        const found = long.reduce<Score | undefined>((sum, tape) => play(tape, against, horizon, sum), undefined)!;
        contracts += found.contracts;
        expect(Math.abs(found.z), JSON.stringify(found)).toBeLessThan(bound);
      }
      expect(contracts).toBeGreaterThan(10_000);
    },
  );

  it('would find somebody who knows one end in eight', () => {
    const against = reversalAt(6, [1, 2, 4, 8, 24]);
    let asked = 0;
    const knows: Strategy = (tape, now, horizon, scale) => {
      const wanted = against(tape, now, horizon, scale);
      const end = firstFrom(tape, tape.times[now]! + 1 + horizon);
      if (wanted === 0 || end >= tape.count) return wanted;
      asked += 1;
      return asked % 8 !== 0 ? wanted : tape.last[end]! - tape.last[now + 1]!;
    };
    const found = long.reduce<Score | undefined>((sum, tape) => play(tape, knows, 30_000, sum), undefined)!;
    expect(found.z, JSON.stringify(found)).toBeGreaterThan(bound);
  });

  describe('that recomputes the walk from a guess', () => {
    const guessed = (secrets: DaySecrets, from: number) => {
      const foreseen = tapes(secrets, from, from + dayMs / 4);
      return [...foreseen].map(([symbol, own]) => {
        const tape = real.get(symbol)!;
        const [begin, end] = [firstFrom(tape, from), firstFrom(tape, from + dayMs / 4)];
        const part: Tape = {
          times: tape.times.subarray(begin, end),
          last: tape.last.subarray(begin, end),
          lots: tape.lots.subarray(begin, end),
          sides: tape.sides.subarray(begin, end),
          count: end - begin,
        };
        const knows: Strategy = ({ times }, now, horizon) => {
          const [first, last] = [firstFrom(own, times[now]! + 1), firstFrom(own, times[now]! + 1 + horizon)];
          return last < own.count ? own.last[last]! - own.last[first]! : 0;
        };
        return play(part, knows, 30_000);
      });
    };
    const today = monday + 2 * dayMs;

    it('wins everything with the day’s secret itself, so the method is right', () => {
      for (const { won, lost, contracts } of guessed(fixedSecrets(secret), today))
        expect([contracts > 400, won > 0, lost]).toEqual([true, true, 0]);
    });

    const revealed = fixedSecrets(secret);
    /** What is public today: the secrets of days that are over, and the commitments to today’s. */
    const withToday = (guess: Uint8Array): DaySecrets => ({ of: (day) => (day < dayOf(today) ? revealed.of(day) : guess) });
    it.each([
      ['yesterday’s secret', withToday(revealed.of(dayOf(today) - 1)!)],
      ['the commitment to today’s secret', withToday(Buffer.from(commitmentTo(revealed.of(dayOf(today))!), 'hex'))],
      [
        'the hash of yesterday’s secret',
        withToday(
          createHash('sha256')
            .update(revealed.of(dayOf(today) - 1)!)
            .digest(),
        ),
      ],
      ['a secret of zeros', withToday(Buffer.alloc(32))],
    ])('wins no more than chance with %s', (_, secrets) => {
      for (const { z } of guessed(secrets, today)) expect(Math.abs(z)).toBeLessThan(bound);
    });
  });

  it('finds no secret among small numbers, dates and their hashes by the commitment', () => {
    const commitment = commitmentTo(fixedSecrets(secret).of(dayOf(monday))!);
    const texts = Array.from({ length: 50_000 }, (_, index) => String(index)).concat(String(monday), '2026-11-16', 'simulated', 'bourse');
    const hits = texts.filter((text) => {
      const padded = Buffer.alloc(32);
      padded.writeDoubleBE(Number(text) || 0, 24);
      return [padded, createHash('sha256').update(text).digest(), createHash('sha256').update(padded).digest()].some(
        (guess) => commitmentTo(guess) === commitment,
      );
    });
    expect(hits).toEqual([]);
  });
});
