import type { Engine } from '@bourse/engine';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';
import type { EngineKit } from '@bourse/server/src/sequencer/kit.ts';
import {
  earlyTick,
  firstTierOnly,
  fundingAgain,
  levelTomorrow,
  loanFree,
  olderPrice,
  rebateTwice,
  receiversRoundedUp,
  shortfallIgnored,
  tellOverdrawn,
} from './flawed.ts';
import { approvalSurvives, forgetfulLimit, releaseWhileSending, reversalBelowZero } from './money/flawed.ts';

/** Bugs that a simulation of the market must find. */
export const marketPlants = [
  'acknowledge-before-durable',
  'missing-dedupe',
  'overdraw',
  'timed-tick-before-the-instant',
  'funding-received-rounded-up',
  'funding-again-after-a-crash',
  'maintenance-of-the-first-tier',
  'shortfall-ignored',
  'swap-at-an-older-price',
  'rebate-counted-twice',
  'loan-without-interest',
  'bought-level-holds-later',
] as const;
/** Bugs that a simulation of money in and out must find. */
export const moneyPlants = [
  'credit-one-confirmation-early',
  'credit-again-after-a-reorganisation',
  'resend-on-time-out',
  'approval-survives-a-change',
  'release-while-sending',
  'limit-forgets-waiting-payouts',
  'reversal-below-zero',
] as const;
export const plants = [...marketPlants, ...moneyPlants] as const;
export type Plant = (typeof plants)[number];

export const scenes = ['market', 'money'] as const;
export type SceneName = (typeof scenes)[number];
/** Where a plant shows itself. */
export const sceneOf = (plant: Plant | undefined): SceneName =>
  (moneyPlants as readonly (Plant | undefined)[]).includes(plant) ? 'money' : 'market';

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
      tellOverdrawn(engine, command.account, command.from, command.asset, command.amount, before);
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
  'swap-at-an-older-price': olderPrice,
  'rebate-counted-twice': rebateTwice,
  'loan-without-interest': loanFree,
  'bought-level-holds-later': levelTomorrow,
  'approval-survives-a-change': approvalSurvives,
  'release-while-sending': releaseWhileSending,
  'limit-forgets-waiting-payouts': forgetfulLimit,
  'reversal-below-zero': reversalBelowZero,
};

/** The engine of a plant. Plants outside the engine use the real one. */
export const kitOf = (plant: Plant | undefined): EngineKit => (plant && kits[plant]) ?? engineKit;
