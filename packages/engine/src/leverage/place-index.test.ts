import { expect, test } from 'vitest';
import { PlaceIndex, placeKey } from './place-index.ts';

const owners = Array.from({ length: 40 }, (_, n) => n * 1024 + (n % 7));

test('finds added keys and forgets removed ones, whatever else is on their page', () => {
  const index = new PlaceIndex();
  const kept = new Map<number, number>();
  for (let step = 0; step < 20_000; step++) {
    const key = placeKey((step * 7919) % 5000, 1 + (step % 3), 1 + (step % 2));
    if (kept.has(key)) {
      index.remove(key);
      kept.delete(key);
    } else {
      index.add(key, step + 1);
      kept.set(key, step + 1);
    }
    expect(index.get(key)).toBe(kept.get(key) ?? 0);
  }
  for (const [key, slot] of kept) expect(index.get(key)).toBe(slot);
});

test('frees a page with its last slot, and finds no old entries on a reused page', () => {
  const index = new PlaceIndex();
  const keys = owners.map((owner) => placeKey(owner, 5, 1));
  for (const key of keys) index.add(key, 9);
  index.add(keys[0]! + 16_384, 8);
  expect(index.pages).toBe(40);
  for (const key of keys) index.remove(key);
  expect(index.pages).toBe(1);
  for (const key of keys.slice(1)) index.add(key + 16_384, 7);
  expect(keys.slice(1).map((key) => index.get(key))).toEqual(keys.slice(1).map(() => 0));
  expect(index.pages).toBe(40);
});
