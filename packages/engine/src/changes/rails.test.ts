import { describe, expect, it } from 'vitest';
import type { AnnouncedCommand, Command } from '../commands.ts';
import { usualActor } from '../core/actor.ts';
import { defaultLimits, limitNumbers, listLimits } from '../core/limits.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import { ana, begin, day, hour, NoticeVenue, payouts, rail } from '../testing/notice-venue.ts';

const evidence = `${'A'.repeat(42)}A`;
const dearer = { ...rail, feeFixed: 80 } as const;
const stop = (stopIn: boolean, stopOut: boolean) => ({ kind: 'stopRail', rail: 7, stopIn, stopOut, evidence }) as const;
const turned = (open: number) => ({ ...rail, open }) as const;

class Venue extends NoticeVenue {
  get rail() {
    return this.engine.payments().rails()[0]!;
  }
  withdraw(change: number) {
    return this.send({ kind: 'withdrawChange', change, origin: 'operator', reason: 'not needed' });
  }
}

describe('a change of a rail', () => {
  it('for the worse is announced with the rail, who, why, before and after, and takes effect 24 hours later', () => {
    const venue = new Venue();
    expect(venue.engine.noticeOf(dearer)).toBe(day);
    expect(venue.announce(dearer)).toMatchObject({ ok: true });
    expect(venue.told).toMatchObject([
      {
        ...{ change: 1, subject: 'defineRail', instrument: 0, account: 0, origin: 'operator', reason: 'costs rose', state: 'waits' },
        ...{ announcedAt: begin, from: begin + day, worse: true },
        differences: [{ field: 'feeFixed', at: 7, before: '50', after: '80' }],
      },
    ]);
    venue.pass(day - 1);
    expect(venue.rail.feeFixed).toBe(50);
    venue.pass(1);
    expect(venue.rail.feeFixed).toBe(80);
    expect(venue.told.at(-1)).toMatchObject({ change: 1, state: 'inForce', from: begin + day });
  });

  it('for the better acts at once; a mixed one waits as a whole', () => {
    const venue = new Venue();
    expect(venue.engine.noticeOf({ ...rail, feeFixed: 40 })).toBe(0);
    venue.announce({ ...rail, feeFixed: 40 });
    expect(venue.rail.feeFixed).toBe(40);
    venue.announce({ ...rail, feeFixed: 30, minOut: 2000n, open: 1 });
    expect(venue.rail).toMatchObject({ feeFixed: 40, minOut: 1000n, open: 3 });
    venue.pass(day);
    expect(venue.rail).toMatchObject({ feeFixed: 30, minOut: 2000n, open: 1 });
  });

  it('is refused bare and too early; the first rules of a rail are no change', () => {
    const venue = new Venue();
    const before = venue.rail;
    for (const bare of [dearer, { ...rail, feeFixed: 1 }, turned(1), stop(true, false), { ...payouts, burstCount: 2 }])
      expect(venue.send(bare), bare.kind).toEqual({ ok: false, error: 'changeUnannounced' });
    expect(venue.announce(dearer, begin + day - 1)).toMatchObject({ error: 'changeTooSoon' });
    expect(venue.announce({ ...rail, asset: 1 })).toMatchObject({ error: 'badRequest', detail: { field: 'asset' } });
    expect(venue.announce({ ...payouts, levelLimits: [1, 2, 3] })).toMatchObject({ error: 'badRequest' });
    expect(venue.announce({ ...stop(true, true), rail: 9 })).toMatchObject({ error: 'badRequest', detail: { field: 'rail' } });
    expect(venue.rail).toEqual(before);
    expect(venue.told).toEqual([]);
    for (const same of [rail, payouts, stop(false, false)]) venue.must(same);
    venue.must({ ...rail, rail: 8 });
    venue.announce({ ...rail, rail: 9, feeFixed: 9999 });
    expect(venue.told).toMatchObject([{ subject: 'defineRail', state: 'inForce', worse: false }]);
    expect(venue.engine.payments().rails()).toHaveLength(3);
  });

  it('is replaced by a newer one of its own rail only, and withdrawn by the terms in force or by its number', () => {
    const venue = new Venue();
    venue.must({ ...rail, rail: 8 });
    venue.announce(dearer);
    venue.announce({ ...dearer, rail: 8 });
    venue.announce({ ...payouts, burstCount: 2 });
    venue.pass(hour);
    venue.announce({ ...rail, feeFixed: 90 });
    expect(venue.news().map(([change, state]) => `${change} ${state}`)).toEqual(['1 waits', '2 waits', '3 waits', '1 replaced', '4 waits']);
    venue.announce(rail);
    expect(venue.withdraw(2)).toMatchObject({ ok: true });
    expect(venue.news().map(([change, state]) => `${change} ${state}`)).toEqual(['4 withdrawn', '2 withdrawn']);
    venue.pass(2 * day);
    expect(venue.engine.payments().rails()).toMatchObject([{ feeFixed: 50 }, { feeFixed: 50 }]);
    expect(venue.engine.payments().rules()?.burstCount).toBe(2);
  });

  it('keeps its first time when it is repeated, also when the rail was stopped meanwhile', () => {
    const venue = new Venue();
    venue.announce(dearer);
    venue.pass(hour);
    venue.announce(stop(true, false));
    venue.announce({ ...dearer, open: 2 });
    expect(venue.engine.pendingChanges()).toMatchObject([{ change: 1, from: begin + day }]);
  });

  it('survives a snapshot with the same hash', () => {
    const venue = new Venue();
    venue.announce(dearer);
    venue.announce({ ...payouts, destinationWaitMs: 2 * day });
    venue.pass(10 * hour);
    const restored = restoreEngine(venue.engine.snapshot());
    expect(restored.stateHash()).toBe(venue.engine.stateHash());
    venue.engine = restored;
    venue.pass(14 * hour);
    expect(venue.rail.feeFixed).toBe(80);
    expect(venue.engine.payments().rules()?.destinationWaitMs).toBe(2 * day);
  });
});

describe('a rail that only opens or closes', () => {
  it('is switched at once with who and why, in both directions, and terms that wait go on waiting', () => {
    const venue = new Venue();
    venue.announce(dearer);
    venue.announce(stop(true, false), 0, 'a stolen key');
    expect(venue.rail.open).toBe(2);
    venue.announce(turned(0));
    expect(venue.rail.open).toBe(0);
    venue.announce(turned(3), 0, 'the key is safe');
    expect(venue.rail).toMatchObject({ open: 3, feeFixed: 50 });
    expect(venue.told.slice(1)).toMatchObject([
      { subject: 'stopRail', reason: 'a stolen key', state: 'inForce', worse: false, differences: [{ field: 'stopIn', at: 7 }] },
      { subject: 'defineRail', state: 'inForce', worse: false, differences: [{ field: 'open', at: 7, before: '2', after: '0' }] },
      { subject: 'defineRail', reason: 'the key is safe', differences: [{ field: 'open', at: 7, before: '0', after: '3' }] },
    ]);
    venue.pass(day);
    expect(venue.rail).toMatchObject({ open: 3, feeFixed: 80 });
  });

  it('stays as a switch has left it when new terms come into force', () => {
    const venue = new Venue();
    venue.announce(dearer);
    venue.announce(stop(false, true));
    venue.pass(day);
    expect(venue.rail).toMatchObject({ open: 1, feeFixed: 80 });
    // What was announced to open, opens; what was stopped meanwhile stays so.
    venue.announce({ ...dearer, feeFixed: 90, open: 3 });
    venue.announce(stop(true, false));
    venue.pass(day);
    expect(venue.rail).toMatchObject({ open: 2, feeFixed: 90 });
  });

  it('at a later time leaves the terms as they are then', () => {
    const venue = new Venue();
    venue.announce(turned(1), begin + 2 * day);
    venue.announce(dearer);
    expect(venue.engine.pendingChanges()).toHaveLength(2);
    venue.pass(2 * day);
    expect(venue.rail).toMatchObject({ open: 1, feeFixed: 80 });
  });

  it('is not opened by a change that was announced before one person stopped it', () => {
    const venue = new Venue();
    venue.announce(turned(1));
    venue.announce({ ...rail, feeFixed: 80, open: 3 });
    venue.told = [];
    venue.announce(stop(false, true), 0, 'a stolen key');
    expect(venue.told).toMatchObject([{ change: 2, state: 'withdrawn', endReason: 'a stolen key' }]);
    venue.pass(2 * day);
    expect(venue.rail).toMatchObject({ open: 1, feeFixed: 50 });
  });
});

describe('a journal of before', () => {
  /** The limits that the release before named. */
  const limitsThen = listLimits(defaultLimits).filter(({ limit }) => limit < limitNumbers.railNoticeMs);
  /** What the release before gave for this journal. */
  const hashThen = 'a04d773a78c04893cf55cc53809ca41c090389b95d5f208d56c1d678eb2be4b2';

  function older() {
    const engine = createEngine({ venue: 'real' });
    let time = begin;
    const send = (command: Command) => {
      time += 1000;
      return engine.apply({ seq: engine.seq + 1, time, commandId: new Uint8Array(16), actor: usualActor(command), command });
    };
    const journal: readonly Command[] = [
      { kind: 'setRules', version: 1, limits: limitsThen },
      { kind: 'defineAsset', asset: 2, code: 'USDT', scale: 2, assetKind: 2 },
      { kind: 'openAccount', account: ana, feeClass: 1 },
      ...[rail, payouts, dearer, stop(true, true), { ...rail, feeFixed: 90 }, { ...payouts, burstCount: 2 }],
    ];
    for (const command of journal) expect(send(command), command.kind).toMatchObject({ ok: true });
    return { engine, send };
  }
  const announced = (body: AnnouncedCommand) => ({ kind: 'announceChange', body, origin: 'release', reason: '', from: 0 }) as const;

  it('replays as it was written: rails and payouts changed at once, and the state has the hash that it had', () => {
    const { engine } = older();
    expect(engine.payments().rails()).toMatchObject([{ feeFixed: 90, open: 3 }]);
    expect(engine.stateHash()).toBe(hashThen);
    expect(restoreEngine(engine.snapshot()).stateHash()).toBe(hashThen);
  });

  it('has notice from the next start on, which no later rules take away', () => {
    const { engine, send } = older();
    expect(engine.rules().limits).toMatchObject({ noticeMs: day, railNoticeMs: 0 });
    // Even then changes can be announced, and are told.
    expect(send(announced({ ...rail, feeFixed: 95 }))).toMatchObject({ ok: true });
    expect(engine.payments().rails()).toMatchObject([{ feeFixed: 95 }]);
    expect(send(announced({ kind: 'setRules', version: 2, limits: listLimits(defaultLimits) }))).toMatchObject({ ok: true });
    expect(engine.rules().limits.railNoticeMs).toBe(day);
    expect(send({ ...rail, feeFixed: 96 })).toMatchObject({ error: 'changeUnannounced' });
    send(announced({ ...rail, feeFixed: 96 }));
    expect(engine.pendingChanges()).toMatchObject([{ subject: 'defineRail', worse: true }]);
    for (const value of [1, day - 1])
      expect(send(announced({ kind: 'setRules', version: 3, limits: [{ limit: limitNumbers.railNoticeMs, value }] }))).toMatchObject({
        ...{ ok: false, error: 'badRequest', detail: { field: 'value' } },
      });
    expect(restoreEngine(engine.snapshot()).stateHash()).toBe(engine.stateHash());
  });
});
