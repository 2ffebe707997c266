import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachAlone, inTurns, placeByPlace } from './in-turns.ts';

test('every row has its turn, whichever rows stay, and no run reads more than its size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.bigInt({ min: 2n, max: 10_000n }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (numbers, size) => {
        const rows = numbers.toSorted((a, b) => (a < b ? -1 : 1)).map((number) => ({ number }));
        const next = inTurns(
          size,
          async (after, most) => rows.filter(({ number }) => number > after).slice(0, most),
          ({ number }) => number,
        );
        const seen = new Set<bigint>();
        for (let run = 0; run <= rows.length / size; run += 1) {
          const part = await next();
          expect(part.length).toBeLessThanOrEqual(size);
          for (const { number } of part) seen.add(number);
        }
        expect(seen.size).toBe(rows.length);
        // The next round begins at the first row again, also when rows have come before the last that was read.
        rows.unshift({ number: 1n });
        for (let run = 0; run <= rows.length / size + 1; run += 1) for (const { number } of await next()) seen.add(number);
        expect(seen.has(1n)).toBe(true);
      },
    ),
    { numRuns: 200, seed: 20261128 },
  );
});

test('a run that fails is read again', async () => {
  let fails = true;
  const next = inTurns(
    2,
    async (after) => {
      if (fails) throw new Error('lost');
      return [after + 1n, after + 2n];
    },
    (number) => number,
  );
  await expect(next()).rejects.toThrow('lost');
  fails = false;
  expect([await next(), await next()]).toEqual([
    [1n, 2n],
    [3n, 4n],
  ]);
});

test('one row that fails holds up no other, and is told', async () => {
  const done: number[] = [];
  const work = async (row: number) => {
    if (row % 2 === 0) throw new Error(`row ${row}`);
    done.push(row);
  };
  await expect(eachAlone([1, 2, 3, 4, 5], work)).rejects.toThrow('row 2');
  expect(done).toEqual([1, 3, 5]);
  await expect(eachAlone([1, 3], work)).resolves.toBeUndefined();
});

test('a place that gives no answer holds up no other, and is asked three times in a row at most', async () => {
  const away = new Error('no answer');
  /** Rows of a place that never answers, of one that answers to every third row only, and of one that answers. */
  const rows = Array.from({ length: 30 }, (_, at) => ({ place: ['away', 'bad', 'good'][at % 3]!, at }));
  const log: string[] = [];
  let toldAway: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    toldAway = resolve;
  });
  await placeByPlace(rows, {
    placeOf: ({ place }) => place,
    async work({ place, at }) {
      log.push(`${place} asked`);
      // The place that is away answers last of all.
      if (place === 'away') await held;
      if (at === 29) toldAway?.();
      if (place === 'away' || (place === 'bad' && at % 9 !== 1)) throw away;
      log.push(`${place} done`);
    },
    noAnswer: (error) => error === away,
    waits: ({ place }, error) => log.push(`${place} waits: ${(error as Error).message}`),
  });
  const times = (line: string) => log.filter((one) => one === line).length;
  expect([times('good done'), times('bad asked'), times('bad done')]).toEqual([10, 10, 4]);
  expect([times('away asked'), times('away waits: no answer')]).toEqual([3, 10]);
});

test('a failure that is no missing answer, and a missing answer that nobody hears of, are thrown after the last row', async () => {
  const done: number[] = [];
  const work = async (row: number) => {
    if (row % 2 === 0) throw new Error(`row ${row}`);
    done.push(row);
  };
  const parts = { placeOf: () => 1, work, waits: () => {} };
  await expect(placeByPlace([1, 2, 3, 4, 5, 6, 8, 9], { ...parts, noAnswer: () => false })).rejects.toThrow('row 2');
  expect(done).toEqual([1, 3, 5, 9]);
  await expect(placeByPlace([2], { ...parts, noAnswer: () => true })).resolves.toBeUndefined();
  await expect(placeByPlace([2], { placeOf: () => 1, work, noAnswer: () => true })).rejects.toThrow('row 2');
});
