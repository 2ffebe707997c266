import type { Outcome } from '@bourse/engine';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outcomeFromText, outcomeToText } from './projection.ts';

const count = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

it('the stored answer to an order is the JSON of the answer, letter by letter', () => {
  fc.assert(
    fc.property(count, fc.integer({ min: 1, max: 6 }), count, count, (order, status, filledLots, filledQuote) => {
      const outcome = { ok: true, result: { kind: 'order', order, status, filledLots, filledQuote } } as Outcome;
      expect(outcomeToText(outcome)).toBe(JSON.stringify(outcome));
      expect(outcomeFromText(outcomeToText(outcome))).toEqual(outcome);
    }),
  );
});
