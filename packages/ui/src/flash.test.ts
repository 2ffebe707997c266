import { afterEach, expect, it, vi } from 'vitest';
import { flash } from './flash.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The part of an element that a flash uses. */
const figure = () => {
  const attributes = new Map<string, string>();
  return {
    attributes,
    element: {
      setAttribute: (name: string, value: string) => attributes.set(name, value),
      removeAttribute: (name: string) => attributes.delete(name),
    } as unknown as Element,
  };
};

it('figures of one beat are washed together, once, and then left alone for a while', () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const [price, change] = [figure(), figure()];
  flash(price.element, 'up');
  flash(change.element, 'down');
  expect([price.attributes.get('data-flash'), change.attributes.get('data-flash')]).toEqual(['up', 'down']);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(320);
  expect([price.attributes.size, change.attributes.size]).toEqual([0, 0]);
  flash(price.element, 'down');
  expect(price.attributes.size).toBe(0);
  vi.advanceTimersByTime(600);
  flash(price.element, 'down');
  expect(price.attributes.get('data-flash')).toBe('down');
  vi.advanceTimersByTime(320);
});

it('a wash ends in the paint of the next beat', () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const [price, change] = [figure(), figure()];
  flash(price.element, 'up');
  vi.advanceTimersByTime(200);
  flash(change.element, 'up');
  expect([price.attributes.size, change.attributes.size]).toEqual([0, 1]);
  vi.advanceTimersByTime(320);
  expect(change.attributes.size).toBe(0);
});
