import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tickFlushMs } from './limits.ts';

const told: string[] = [];
const say = (what: string) => () => void told.push(what);
const frames: (() => void)[] = [];
/** Runs the next frame and what waits for its paint. */
const frame = () => {
  frames.shift()?.();
  vi.advanceTimersByTime(0);
};
const listeners = new Map<string, () => void>();
let later: (run: () => void) => void;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  told.length = 0;
  frames.length = 0;
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  later = (await import('./tick-store.ts')).later;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('rows and book of one update are shown in successive frames', () => {
  later(say('rows'));
  later(say('book'));
  expect([frames.length, told]).toEqual([1, []]);
  frame();
  expect(told).toEqual(['rows']);
  frame();
  expect(told).toEqual(['rows', 'book']);
});

it('what comes during a round waits for the next', () => {
  later(say('rows'));
  frame();
  later(say('tape'));
  vi.advanceTimersByTime(tickFlushMs - 1);
  expect(frames).toHaveLength(0);
  vi.advanceTimersByTime(1);
  frame();
  expect(told).toEqual(['rows', 'tape']);
});

it('a key press is handled before market updates, which still wait only a limited time', () => {
  later(say('rows'));
  for (let pressed = 0; pressed < 30 && told.length === 0; pressed += 1) {
    listeners.get('keydown')?.();
    frame();
    expect(told).toEqual(pressed * 20 < 360 ? [] : ['rows']);
    vi.advanceTimersByTime(20);
  }
  expect(told).toEqual(['rows']);
});

it('one that fails does not stop the market', () => {
  later(() => {
    throw new Error('a row failed');
  });
  later(say('book'));
  expect(frame).toThrow('a row failed');
  vi.advanceTimersByTime(0);
  frame();
  expect(told).toEqual(['book']);
});

it('a hidden page gets no frames and still receives its updates', () => {
  vi.stubGlobal('document', { hidden: true });
  later(say('rows'));
  later(say('book'));
  vi.advanceTimersByTime(0);
  expect([frames.length, told]).toEqual([0, ['rows', 'book']]);
});
