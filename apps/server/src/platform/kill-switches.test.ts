import type { Command, EngineReader } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EnginePort } from '../sequencer/port.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { createKillSwitches } from './kill-switches.ts';
import { silentLog } from './log.ts';
import { ManualClock } from './manual-clock.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
}, 60_000);
afterAll(() => test.drop());

/** A venue that supports only trading modes. */
const modeOnly = (venue: Venue) => {
  let mode = 'normal';
  const said: string[] = [];
  const port = {
    venue,
    state: 'running',
    read: async <T>(reader: (engine: EngineReader) => T) => ({ seq: 1, value: reader({ mode } as EngineReader) }),
    submit: async ({ command }: { command: Command }) => {
      if (command.kind !== 'announceChange' || command.body.kind !== 'setTradingMode') throw new Error(`nobody expected ${command.kind}`);
      mode = command.body.mode;
      said.push(`${mode}: ${command.origin}, ${command.reason}`);
      return { outcome: { ok: true } };
    },
  } as unknown as EnginePort;
  return { port, mode: () => mode, said };
};

it('acts on the venues it names within a second, and ends when it is taken back', async () => {
  const clock = new ManualClock();
  const real = modeOnly('real');
  const demo = modeOnly('demo');
  const switches = createKillSwitches({ database: test.database, venues: [real.port, demo.port], clock, log: silentLog });
  await switches.start();
  const throwSwitch = async (name: 'cancelOnly' | 'readOnly' | 'withdrawalsOff', scope: Venue | 'all', active: boolean) => {
    await switches.set({ name, scope, active, reason: 'drill', changedBy: 'operator:1' });
    await clock.pass(400);
    await switches.apply();
    return [real.mode(), demo.mode()];
  };
  expect(await throwSwitch('cancelOnly', 'all', true)).toEqual(['cancelOnly', 'cancelOnly']);
  expect(await throwSwitch('readOnly', 'real', true)).toEqual(['readOnly', 'cancelOnly']);
  expect(await throwSwitch('withdrawalsOff', 'real', true)).toEqual(['readOnly', 'cancelOnly']);
  expect([switches.isActive('withdrawalsOff', 'real'), switches.isActive('withdrawalsOff', 'demo')]).toEqual([true, false]);
  expect(await throwSwitch('cancelOnly', 'all', false)).toEqual(['readOnly', 'normal']);
  expect(await throwSwitch('readOnly', 'real', false)).toEqual(['normal', 'normal']);
  expect(await switches.list()).toHaveLength(3);
  expect(real.said).toEqual(['cancelOnly: operator, drill', 'readOnly: operator, drill', 'normal: operator, drill']);
  await switches.stop();
});

it('cancels only while the server itself holds a venue, whatever the switches say, and then trades again by itself', async () => {
  const clock = new ManualClock();
  const real = modeOnly('real');
  const demo = modeOnly('demo');
  let why: string | undefined = 'the clock was set';
  const switches = createKillSwitches({
    database: test.database,
    venues: [real.port, demo.port],
    clock,
    log: silentLog,
    held: (venue) => (venue === 'real' ? why : undefined),
  });
  await switches.start();
  expect([real.mode(), demo.mode()]).toEqual(['cancelOnly', 'normal']);
  await switches.apply();
  expect(real.mode()).toBe('cancelOnly');
  why = undefined;
  await switches.apply();
  expect([real.mode(), demo.mode()]).toEqual(['normal', 'normal']);
  expect(real.said).toEqual(['cancelOnly: server, ', 'normal: server, ']);
  await switches.stop();
});
