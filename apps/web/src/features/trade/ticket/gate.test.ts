import { describe, expect, it } from 'vitest';
import { closedBecause } from './gate.ts';

const open = { status: 1, tradable: true, nextOpen: null, source: { feed: 'simulated', name: 'simulated' } } as const;
const tick = { st: 0, at: 1_000, pe: '1' } as const;
const here = { signedIn: true, demo: true, offline: false, now: 2_000 };

describe('when the button closes', () => {
  it('is open with a fresh price', () => expect(closedBecause(open, tick, here)).toBeNull());
  it('asks a visitor in first', () =>
    expect(closedBecause({ ...open, status: 3 }, undefined, { ...here, signedIn: false })).toEqual({ why: 'visitor' }));
  it('keeps real money from prices that are not live', () => {
    const real = { ...here, demo: false };
    expect(closedBecause(open, tick, real)).toEqual({ why: 'notLive' });
    expect(closedBecause({ ...open, source: { feed: 'replay', name: 'recorded' } }, tick, real)).toEqual({ why: 'notLive' });
    expect(closedBecause({ ...open, source: { feed: 'live', name: 'an exchange' } }, tick, real)).toBeNull();
  });
  it.each([
    [2, 'cancelOnly'],
    [3, 'halted'],
    [4, 'closed'],
    [0, 'closed'],
  ] as const)('closes in state %i', (status, why) => expect(closedBecause({ ...open, status }, tick, here)).toMatchObject({ why }));
  it('closes on an old price, one marked old by its source, and none', () => {
    expect(closedBecause(open, tick, { ...here, now: 8_500 })).toEqual({ why: 'stale', ageS: 7 });
    expect(closedBecause(open, { ...tick, st: 1 }, here)).toMatchObject({ why: 'stale' });
    expect(closedBecause(open, undefined, here)).toEqual({ why: 'waiting' });
  });
  it('stays open for an order that may wait for the next session, not for a halted instrument', () => {
    expect(closedBecause({ ...open, status: 4 }, { ...tick, st: 1 }, { ...here, mayWait: true })).toBeNull();
    expect(closedBecause({ ...open, status: 3 }, tick, { ...here, mayWait: true })).toEqual({ why: 'halted' });
  });
  it('keeps the ticket while there is no connection', () =>
    expect(closedBecause(open, tick, { ...here, offline: true })).toEqual({ why: 'offline' }));
});
