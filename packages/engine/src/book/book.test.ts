import { OrderSide } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimerHeap } from '../core/timers.ts';
import { Lev, Levels, levelWidth } from './levels.ts';
import { BookSide } from './side.ts';

/** Drives a side through thousands of levels, so that chunks split and join, and compares it with a sorted list. */
for (const side of [OrderSide.buy, OrderSide.sell]) {
  test(`${side === OrderSide.buy ? 'bids' : 'asks'} stay sorted, best first, through splits and joins`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const levels = new Levels(16);
        const book = new BookSide(side, 1, levels);
        const slots = new Map<number, number>();
        let state = seed;
        const next = (below: number) => {
          state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
          return (state >>> 8) % below;
        };
        for (let n = 0; n < 6000; n++) {
          const grow = n < 3000;
          const price = 1 + next(3000);
          const known = slots.get(price);
          if (next(10) < (grow ? 8 : 1)) {
            const slot = book.obtain(price);
            if (known !== undefined && slot !== known) expect(slot).toBe(known);
            slots.set(price, slot);
          } else if (known !== undefined) {
            book.remove(known);
            slots.delete(price);
          }
        }
        const seen: number[] = [];
        book.walk((slot) => seen.push(levels.store.f[slot * levelWidth + Lev.price]!) > 0);
        const sorted = [...slots.keys()].sort((a, b) => (side === OrderSide.buy ? b - a : a - b));
        expect(seen).toEqual(sorted);
        expect(book.size).toBe(sorted.length);
        expect(book.best).toBe(sorted.length === 0 ? 0 : slots.get(sorted[0]!));
        for (const price of sorted) book.remove(slots.get(price)!);
        expect([book.best, book.size]).toEqual([0, 0]);
      }),
      { numRuns: 8, seed: 3 },
    );
  });
}

test('timers fire by time, then kind, then id, in whatever order they were set, moved and cleared', () => {
  const timer = fc.record({
    kind: fc.integer({ min: 1, max: 3 }),
    id: fc.integer({ min: 1, max: 9 }),
    due: fc.integer({ min: 0, max: 20 }),
    clear: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(timer, { maxLength: 80 }), (list) => {
      const heap = new TimerHeap();
      const plain = new Map<string, { kind: number; id: number; due: number }>();
      for (const { kind, id, due, clear } of list) {
        if (clear) {
          heap.clear(kind, id);
          plain.delete(`${kind}/${id}`);
        } else {
          heap.set(kind, id, due);
          plain.set(`${kind}/${id}`, { kind, id, due });
        }
        expect(heap.due(kind, id)).toBe(plain.get(`${kind}/${id}`)?.due);
      }
      const expected = [...plain.values()].sort((a, b) => a.due - b.due || a.kind - b.kind || a.id - b.id);
      expect(heap.sorted()).toEqual(expected);
      for (const one of expected) {
        expect(heap.soonest()).toBe(one.due);
        expect(heap.take()).toEqual(one);
      }
      expect(heap.soonest()).toBe(Number.POSITIVE_INFINITY);
    }),
    { numRuns: 150, seed: 4 },
  );
});
