import { type Engine, LedgerRecord } from '@bourse/engine';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';
import type { EngineKit } from '@bourse/server/src/sequencer/kit.ts';
import { earlyTick, firstTierOnly, fundingAgain, inside, receiversRoundedUp, shortfallIgnored } from './flawed.ts';

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
  const apply = engine.apply.bind(engine);
  return Object.assign(engine, {
    apply(input: Parameters<Engine['apply']>[0]) {
      const outcome = apply(input);
      const { command } = input;
      if (command.kind !== 'transfer' || outcome.ok || outcome.error !== 'insufficientBalance') return outcome;
      const before = engine.balances(command.account).find(({ wallet, asset }) => wallet === command.from && asset === command.asset);
      const { log } = inside(engine);
      const to = log.open(LedgerRecord.code);
      const n = log.numbers.fill(0, to + 1, to + LedgerRecord.length);
      n[to + LedgerRecord.account] = command.account;
      n[to + LedgerRecord.label] = command.from * 8 + 2;
      n[to + LedgerRecord.asset] = command.asset;
      n[to + LedgerRecord.availableLow] = -Number(command.amount);
      n[to + LedgerRecord.availableAfterLow] = Number((before?.available ?? 0n) - command.amount);
      n[to + LedgerRecord.frozenAfterLow] = Number(before?.frozen ?? 0n);
      return { ok: true, result: { kind: 'done' } } as const;
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
