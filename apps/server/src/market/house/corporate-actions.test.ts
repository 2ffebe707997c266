import type { Command, Outcome } from '@bourse/engine';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { TestClock } from '../../testing/market.ts';
import { allListings, createCatalogue } from '../catalogue/catalogue.ts';
import { effectiveAt } from '../catalogue/corporate-actions.ts';
import type { Feed } from '../feeds/port.ts';
import { CorporateActions } from './corporate-actions.ts';

const clock = new TestClock();
const listings = allListings.map((one) => (one.symbol === 'AAPL' ? { ...one, tradable: true } : one));
const replayed = createCatalogue(() => ({ feed: 'replay', name: 'replay' }), listings);
const { announcements } = replayed;
const split = announcements.find(({ exDate }) => exDate === '2014-06-09')!;
const wall = clock.now() + 60_000;
/** A recording that crosses Apple's split of 2014 within the next minute. */
const recording = {
  played: (_: number, instant: number) => (instant === effectiveAt(split) ? { wall, pass: '' } : undefined),
} as Partial<Feed> as Feed;

function stage(catalogue = replayed) {
  const sent: Command[] = [];
  const booked = new Set<string>();
  const state = { inSession: false, busy: false };
  const decide = (command: Command): Outcome => {
    if (command.kind !== 'corporateAction') return { ok: true, result: { kind: 'done' } };
    if (state.inSession) return { ok: false, error: 'corporateActionInSession' };
    if (state.busy) {
      // The work of the day before ends by the next command.
      state.busy = false;
      return { ok: false, error: 'overloaded' };
    }
    if (booked.has(command.reference)) return { ok: false, error: 'referenceBooked' };
    booked.add(command.reference);
    return { ok: true, result: { kind: 'done' } };
  };
  const port = {
    venue: 'demo',
    state: 'running',
    read: async (reader) => ({ seq: 1, value: reader({ instrument: () => ({ status: 1 }) } as unknown as Parameters<typeof reader>[0]) }),
    async submit({ command }) {
      sent.push(command);
      return { seq: sent.length, time: clock.now(), outcome: decide(command), repeated: false };
    },
  } as Partial<EnginePort> as EnginePort;
  const start = (feedOf = () => recording) => new CorporateActions(port, { catalogue, feedOf, clock, log: silentLog });
  return {
    sent,
    state,
    start,
    kinds: () =>
      sent.map((one) => (one.kind === 'announceChange' && 'status' in one.body ? `${one.body.kind} ${one.body.status}` : one.kind)),
  };
}

describe('a corporate action', () => {
  it('is applied when its day is played, with the stock closed meanwhile, and only once, also after a restart', async () => {
    const { sent, start, kinds } = stage();
    const actions = start();
    await actions.look();
    expect(sent).toEqual([]);
    await clock.advance(60_000);
    await actions.look();
    await actions.look();
    expect(kinds()).toEqual(['setInstrumentStatus 4', 'corporateAction', 'setInstrumentStatus 1']);
    expect(sent[1]).toMatchObject({ action: 'split', numerator: 7, denominator: 1, reference: 'AAPL:split:2014-06-09' });
    const again = start();
    await again.look();
    await again.look();
    expect(sent.filter(({ kind }) => kind === 'corporateAction')).toHaveLength(2);
  });

  it('waits for the session to end where there are sessions', async () => {
    const { state, start, kinds } = stage(createCatalogue(undefined, listings));
    const actions = start();
    state.inSession = true;
    await actions.look();
    await actions.look();
    state.inSession = false;
    await actions.look();
    await actions.look();
    expect(kinds()).toEqual(['corporateAction', 'corporateAction', 'corporateAction']);
  });

  it('that must wait for work of the day before is tried again, and no later one of its stock overtakes it', async () => {
    const ofApple = announcements.filter(({ symbol }) => symbol === 'AAPL').length;
    const { sent, state, start } = stage(createCatalogue(undefined, listings));
    const played = { played: () => ({ wall: clock.now(), pass: '' }) } as Partial<Feed> as Feed;
    const actions = start(() => played);
    state.busy = true;
    await actions.look();
    const references = () => sent.flatMap((one) => (one.kind === 'corporateAction' ? [one.reference] : []));
    expect(references()).toHaveLength(1);
    await actions.look();
    expect(references()).toHaveLength(1 + ofApple);
    expect(references()[1]).toBe(references()[0]);
  });
});
