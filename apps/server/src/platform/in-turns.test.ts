import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachAlone, inTurns } from './in-turns.ts';

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
