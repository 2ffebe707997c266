import { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Positions, packPosition } from '../../leverage/positions.ts';
import { Ranking } from './ranking.ts';

test('a ranking returns the best score first and ties by age, as sorting would', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 60 }), (scores) => {
      const positions = new Positions(scores.length);
      const flags = packPosition(PositionDirection.long, MarginMode.segmented, 10);
      // The youngest position gets the first slot, so that slots do not follow age.
      const slots = scores.map((_, n) => positions.open(1000 - n, n + 1, 1, flags, 0));
      const sorted = slots
        .map((slot, n) => ({ slot, score: scores[n]! }))
        .sort((a, b) => b.score - a.score || positions.id(a.slot) - positions.id(b.slot))
        .map(({ slot }) => slot);
      const ranking = new Ranking(positions, [...slots], [...scores]);
      expect(ranking.size).toBe(scores.length);
      expect([...ranking.bestFirst()]).toEqual(sorted);
    }),
    { numRuns: 300, seed: 3 },
  );
});
