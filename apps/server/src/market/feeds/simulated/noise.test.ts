import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Path } from './noise.ts';

const year = 365 * 86_400;
const read = fc.record({
  second: fc.oneof(
    fc.double({ min: 0, max: 20 * year, noNaN: true }),
    fc.integer({ min: 0, max: 40 * year }).map((half) => half / 2),
  ),
  finest: fc.constantFrom(0, 1, 15, 900, 86_400),
  /** A step to a second read, which often stays in the same cells. */
  step: fc.double({ min: 0, max: 600, noNaN: true }),
});

test('a walk has one value at a time, whatever was read before', () => {
  fc.assert(
    fc.property(fc.array(read, { minLength: 1, maxLength: 40 }), (reads) => {
      const walked = new Path(7);
      for (const { second, finest, step } of reads)
        for (const at of [second, second + step]) expect(walked.at(at, finest)).toBe(new Path(7).at(at, finest));
    }),
    { numRuns: 100 },
  );
});

test('a walk does not jump at the edge of a cell', () => {
  const walk = new Path(3);
  for (const edge of [2 ** 25, 2 ** 26, 2 ** 24, 3 * 2 ** 20, 2 ** 12, 1024.5])
    expect(Math.abs(walk.at(edge - 1e-6) - walk.at(edge))).toBeLessThan(1e-3);
});
