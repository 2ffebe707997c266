import fc from 'fast-check';
import { expect, test } from 'vitest';
import { facts } from '../testing/settlement-examples.ts';
import { ana, bob, TimedFloor } from '../testing/timed-floor.ts';
import { recompute, settlementReceipt } from './index.ts';

test('every timed contract that ends in a random run has a receipt that agrees', () => {
  let seen = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          wait: fc.constantFrom(100, 1000, 4000, 6000, 29_000),
          price: fc.integer({ min: 98, max: 102 }),
          buy: fc.constantFrom(0, 0, 3, 7),
          halt: fc.constantFrom(false, false, false, false, true),
        }),
        { minLength: 60, maxLength: 60 },
      ),
      (steps) => {
        const floor = new TimedFloor();
        for (const { wait, price, buy, halt } of steps) {
          floor.time += wait;
          floor.must({ kind: 'setInstrumentStatus', instrument: 1, status: halt ? 3 : 1 });
          floor.tick(price);
          if (buy > 0) floor.buy(buy > 3 ? ana : bob, price > 100 ? 'up' : 'down', buy, buy > 3 ? 30 : 60);
        }
        for (const event of floor.timed) {
          const receipt = settlementReceipt(event, facts);
          expect(receipt === undefined).toBe(event.status < 2);
          if (receipt === undefined) continue;
          seen += 1;
          expect(recompute(receipt.text)).toMatchObject({ agrees: true, hash: receipt.hash });
          for (const endTicks of [event.startTicks, event.startTicks + 1, event.startTicks - 1]) {
            if (event.voidReason === '' && Math.sign(endTicks - event.startTicks) !== Math.sign(event.endTicks - event.startTicks))
              expect(recompute({ ...receipt.facts, endTicks }).agrees).toBe(false);
          }
        }
      },
    ),
    { numRuns: 10, seed: 6 },
  );
  expect(seen).toBeGreaterThan(50);
});
