import { expect, test } from 'vitest';
import { LastChanges } from './last-changes.ts';

test('nothing is known before the first sequence is', () => {
  const changes = new LastChanges();
  changes.note(7, 5);
  expect(changes.of(7)).toBe(null);
});

test('an account counts as changed when a change was seen, or when one may have happened before the first look', () => {
  const changes = new LastChanges();
  changes.from(100);
  changes.note(7, 120);
  expect([changes.of(7), changes.of(8)]).toEqual([120, 100]);
});

test('with more accounts than are remembered, all count as changed lately', () => {
  const changes = new LastChanges();
  changes.from(0);
  for (let account = 0; account <= 200_000; account += 1) changes.note(account, account + 1);
  expect(changes.of(3)).toBeGreaterThanOrEqual(4);
  expect(changes.of(200_000)).toBe(200_001);
});
