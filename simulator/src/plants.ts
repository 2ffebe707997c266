import type { Engine, EngineEvent, LedgerEvent } from '@bourse/engine';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';
import type { EngineKit } from '@bourse/server/src/sequencer/kit.ts';
import { earlyTick, firstTierOnly, fundingAgain, receiversRoundedUp, shortfallIgnored } from './flawed.ts';

/** Bugs that a simulation must find. */
export const plants = [
  'acknowledge-before-durable',
  'missing-dedupe',
  'overdraw',
  'timed-tick-before-the-instant',
  'funding-received-rounded-up',
  'funding-again-after-a-crash',
  'maintenance-of-the-first-tier',
  'shortfall-ignored',
] as const;
export type Plant = (typeof plants)[number];

/** An engine whose ledger accepts a transfer that the balance does not cover. */
const overdrawingKit: EngineKit = {
  ...engineKit,
  create: (venue) => overdrawing(engineKit.create(venue)),
  restore: (bytes) => overdrawing(engineKit.restore(bytes)),
};

function overdrawing(engine: Engine): Engine {
  let extra: EngineEvent[] = [];
  const apply = engine.apply.bind(engine);
  const takeEvents = engine.takeEvents.bind(engine);
  return Object.assign(engine, {
    apply(input: Parameters<Engine['apply']>[0]) {
      const outcome = apply(input);
      const { command, seq, time } = input;
      if (command.kind !== 'transfer' || outcome.ok || outcome.error !== 'insufficientBalance') return outcome;
      const before = engine.balances(command.account).find(({ wallet, asset }) => wallet === command.from && asset === command.asset);
      const line: LedgerEvent = {
        kind: 'ledger',
        seq,
        index: 0,
        time,
        posting: 0,
        account: command.account,
        wallet: command.from,
        asset: command.asset,
        direction: 2,
        availableDelta: -command.amount,
        frozenDelta: 0n,
        availableAfter: (before?.available ?? 0n) - command.amount,
        frozenAfter: before?.frozen ?? 0n,
        flow: 0,
        order: 0,
        fill: 0,
      };
      extra.push(line);
      return { ok: true, result: { kind: 'done' } } as const;
    },
    takeEvents() {
      return [...takeEvents(), ...extra.splice(0)];
    },
    discardEvents() {
      takeEvents();
      extra = [];
    },
  });
}

const kits: Partial<Record<Plant, EngineKit>> = {
  overdraw: overdrawingKit,
  'timed-tick-before-the-instant': earlyTick,
  'funding-received-rounded-up': receiversRoundedUp,
  'funding-again-after-a-crash': fundingAgain,
  'maintenance-of-the-first-tier': firstTierOnly,
  'shortfall-ignored': shortfallIgnored,
};

/** The engine of a plant. Plants outside the engine use the real one. */
export const kitOf = (plant: Plant | undefined): EngineKit => (plant && kits[plant]) ?? engineKit;
