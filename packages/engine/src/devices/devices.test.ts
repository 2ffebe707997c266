import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../commands.ts';
import { system } from '../core/actor.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import { mostOpen } from './registry.ts';

const accounts = [100_000, 100_001, 100_002];
const keys = Array.from({ length: 6 }, (_, n) => `B${String.fromCharCode(97 + n).repeat(86)}`);

function venue() {
  let engine = createEngine({ venue: 'demo' });
  const apply = (command: Command) =>
    engine.apply({ seq: engine.seq + 1, time: 1_000, commandId: new Uint8Array(16), actor: system, command });
  for (const account of accounts) apply({ kind: 'openAccount', account, feeClass: 0 });
  return {
    apply,
    open: (account: number, publicKey: string) => apply({ kind: 'openDevice', account, publicKey, provenBy: 'signIn' }),
    close: (account: number, device: number) => apply({ kind: 'closeDevice', account, device, reason: 'logout' }),
    get engine() {
      return engine;
    },
    restart() {
      const before = engine.stateHash();
      engine = restoreEngine(engine.snapshot());
      expect(engine.stateHash()).toBe(before);
    },
  };
}

test('a key is of one open device; an account with keys alone must sign, one with a device without a key need not', () => {
  const one = venue();
  expect(one.engine.mustSign(accounts[0]!)).toBe(false);
  expect(one.open(accounts[0]!, keys[0]!).ok).toBe(true);
  const first = one.engine.seq;
  expect(one.engine.mustSign(accounts[0]!)).toBe(true);
  expect(one.open(accounts[1]!, keys[0]!)).toMatchObject({ ok: false, error: 'deviceKeyUsed' });
  expect(one.engine.device(accounts[1]!, first)).toBeUndefined();
  expect(one.open(accounts[0]!, '').ok).toBe(true);
  expect(one.engine.mustSign(accounts[0]!)).toBe(false);
  expect(one.close(accounts[1]!, first)).toMatchObject({ ok: false, error: 'deviceUnknown' });
  expect(one.close(accounts[0]!, first).ok).toBe(true);
  expect(one.close(accounts[0]!, first)).toMatchObject({ ok: false, error: 'deviceUnknown' });
  const [without] = one.engine.devices(accounts[0]!);
  expect(one.close(accounts[0]!, without!.device).ok).toBe(true);
  expect(one.engine.mustSign(accounts[0]!)).toBe(true);
  one.restart();
  expect(one.engine.mustSign(accounts[0]!)).toBe(true);
});

test('refusals change nothing', () => {
  const one = venue();
  one.open(accounts[0]!, keys[0]!);
  for (const key of ['B', 'x', `A${'a'.repeat(86)}`, `B${'a'.repeat(85)}=`, `B${'a'.repeat(87)}`])
    expect(one.open(accounts[0]!, key)).toMatchObject({ ok: false, error: 'deviceKeyInvalid' });
  expect(one.open(999_999, keys[1]!)).toMatchObject({ ok: false, error: 'accountUnknown' });
  expect(one.engine.devices(accounts[0]!)).toHaveLength(1);
  for (let n = 1; n < mostOpen; n += 1) expect(one.open(accounts[0]!, '').ok).toBe(true);
  expect(one.open(accounts[0]!, '')).toMatchObject({ ok: false, error: 'devicesTooMany' });
  expect(one.engine.devices(accounts[0]!)).toHaveLength(mostOpen);
});

test('the owner hears of each key but the first, also after a restart', () => {
  const one = venue();
  const told = () => one.engine.takeEvents().flatMap((event) => (event.kind === 'deviceOpened' ? [event.first] : []));
  one.open(accounts[0]!, keys[0]!);
  one.close(accounts[0]!, one.engine.seq);
  expect(told()).toEqual([true]);
  one.restart();
  one.open(accounts[0]!, keys[1]!);
  expect(told()).toEqual([false]);
});

test('random openings, closings and restarts agree with a plain list', () => {
  const act = fc.oneof(
    { weight: 5, arbitrary: fc.record({ open: fc.constantFrom(...accounts), key: fc.constantFrom('', ...keys) }) },
    { weight: 4, arbitrary: fc.record({ close: fc.constantFrom(...accounts), device: fc.integer({ min: 3, max: 40 }) }) },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const one = venue();
      let plain: { account: number; device: number; key: string }[] = [];
      const keyed = new Set<number>();
      for (const next of acts) {
        if (next === 'restart') one.restart();
        else if ('open' in next) {
          const used = next.key !== '' && plain.some(({ key }) => key === next.key);
          const full = plain.filter(({ account }) => account === next.open).length >= mostOpen;
          expect(one.open(next.open, next.key).ok).toBe(!used && !full);
          if (!used && !full) plain.push({ account: next.open, device: one.engine.seq, key: next.key });
          if (!used && !full && next.key !== '') keyed.add(next.open);
        } else {
          const mine = ({ account, device }: { account: number; device: number }) => account === next.close && device === next.device;
          expect(one.close(next.close, next.device).ok).toBe(plain.some(mine));
          plain = plain.filter((each) => !mine(each));
        }
        for (const account of accounts) {
          const open = plain.filter((each) => each.account === account);
          expect(one.engine.devices(account).map(({ device }) => device)).toEqual(open.map(({ device }) => device));
          expect(one.engine.mustSign(account)).toBe(keyed.has(account) && open.every(({ key }) => key !== ''));
        }
      }
    }),
    { numRuns: 60, seed: 1 },
  );
});
