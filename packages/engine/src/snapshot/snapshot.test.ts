import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualActor } from '../core/actor.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import { absolute, openStage, steps } from '../testing/arbitrary.ts';
import { Duel } from '../testing/duel.ts';
import { SnapshotError } from './snapshot.ts';

function traded(seed: number): Duel {
  const duel = new Duel('demo');
  openStage(duel);
  for (const step of fc.sample(steps(60), { numRuns: 1, seed })[0]!) {
    if (step === 'restart') continue;
    duel.time += step.wait;
    duel.apply(absolute(duel, step.command));
  }
  return duel;
}

test('an engine restored from a snapshot goes on as the live one would', () => {
  for (const seed of [1, 2, 3]) {
    const live = traded(seed);
    const restored = restoreEngine(live.engine.snapshot());
    expect(restored.stateHash()).toBe(live.engine.stateHash());
    expect([restored.seq, restored.time, restored.mode, restored.venue]).toEqual([
      live.engine.seq,
      live.engine.time,
      live.engine.mode,
      'demo',
    ]);
    const later = traded(seed + 100).journal.map((command, n) => ({
      ...command,
      seq: live.engine.seq + 1 + n,
      time: live.engine.time + n,
    }));
    for (const command of later) {
      expect(restored.apply(command)).toEqual(live.engine.apply(command));
      expect(restored.takeEvents()).toEqual(live.engine.takeEvents());
    }
    expect(restored.stateHash()).toBe(live.engine.stateHash());
    restored.checkInvariants();
  }
});

test('equal meaning has an equal hash although memory differs: a restored engine packs what a live one left in holes', () => {
  const { engine } = traded(9);
  const once = restoreEngine(engine.snapshot());
  const twice = restoreEngine(once.snapshot(), { orders: 5000, accounts: 5000, levels: 5000 });
  expect(twice.stateHash()).toBe(engine.stateHash());
});

test('any difference that matters changes the hash', () => {
  const engine = createEngine({ venue: 'demo' });
  const hashes = new Set([engine.stateHash(), createEngine({ venue: 'real' }).stateHash()]);
  let seq = 0;
  for (const command of [
    { kind: 'advanceTime' },
    { kind: 'defineAsset', asset: 1, code: 'A', scale: 0, assetKind: 3 },
    { kind: 'openAccount', account: 100_000, feeClass: 0 },
    { kind: 'setFeeClass', account: 100_000, feeClass: 1 },
    { kind: 'cancelAllAfter', account: 100_000, timeoutMs: 5 },
    { kind: 'setTradingMode', mode: 'cancelOnly' },
  ] as const) {
    seq += 1;
    engine.apply({ seq, time: 0, commandId: new Uint8Array(16), actor: usualActor(command), command });
    hashes.add(engine.stateHash());
  }
  expect(hashes.size).toBe(8);
});

test('cut, changed or foreign bytes are refused by name', () => {
  const bytes = traded(4).engine.snapshot();
  for (const length of [0, 3, 15, 16, 100, bytes.length - 8, bytes.length - 1]) {
    expect(() => restoreEngine(bytes.subarray(0, length))).toThrow(SnapshotError);
  }
  for (let at = 0; at < bytes.length; at += 97) {
    const changed = bytes.slice();
    changed[at]! ^= 4;
    expect(() => restoreEngine(changed)).toThrow(SnapshotError);
  }
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  expect(restoreEngine(shifted.subarray(1)).seq).toBeGreaterThan(0);
});
