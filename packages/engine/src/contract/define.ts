import { InstrumentKind, Wallet } from '@bourse/protocol/enums';
import type { FieldProblem } from '@bourse/protocol/errors';
import { isCount, isPositive } from '../base/exact.ts';
import { walletHolds } from '../catalogue/assets.ts';
import type { ContractTier, DefineContract } from '../commands.ts';
import type { State } from '../core/state.ts';
import { maxEntryValue } from '../leverage/margin.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { Contract } from './contract.ts';
import { endFunding, forgetFunding, scheduleFunding } from './funding/funding.ts';
import { watchAll } from './watch.ts';

const maxTiers = 64;
const maxLeverage = 255;
const million = 1_000_000;
const maxE8 = 100_000_000;
const dayMs = 86_400_000;

/** The refusal of a contract's first or next rules. */
export function checkContract(s: State, command: DefineContract) {
  const ins = s.instruments.get(command.instrument);
  if (ins === undefined) return refuse('instrumentUnknown');
  if (ins.rules.instrumentKind !== InstrumentKind.contract) return badField('instrument', 'notContract');
  if (!walletHolds(Wallet.contract, ins.quote.assetKind)) return badField('instrument', 'notMoneyMargined');
  // What watches full-margin accounts, and all who look at a contract wallet, count in one asset: that of the first contract.
  if (s.instruments.list.some(({ contract, quote }) => contract !== undefined && quote !== ins.quote))
    return badField('instrument', 'otherMargin');
  const problem = checkTiers(command.tiers);
  if (problem !== undefined) return badField('tiers', problem);
  if (!isCount(command.liquidationFeePpm) || command.liquidationFeePpm > million)
    return badField('liquidationFeePpm', { problem: 'between', min: 0, max: million });
  if (!isPositive(command.markBandBps) || command.markBandBps > 10_000)
    return badField('markBandBps', { problem: 'between', min: 1, max: 10_000 });
  if (!isPositive(command.fundingIntervalMs) || dayMs % command.fundingIntervalMs !== 0) return badField('fundingIntervalMs', 'dividesDay');
  if (!isCount(command.interestE8) || command.interestE8 > maxE8) return badField('interestE8', { problem: 'between', min: 0, max: maxE8 });
  if (!isCount(command.fundingCapE8) || command.fundingCapE8 > maxE8)
    return badField('fundingCapE8', { problem: 'between', min: 0, max: maxE8 });
  return typeof command.fundingInParts === 'boolean' ? undefined : badField('fundingInParts', 'boolean');
}

/** Sets or changes the margin rules of a contract. Open positions are measured by new rules from the next mark price on. */
export function defineContract(s: State, command: DefineContract) {
  const problem = checkContract(s, command);
  if (problem !== undefined) return problem;
  const ins = s.instruments.get(command.instrument)!;
  const rules: DefineContract = { ...command, tiers: command.tiers.map((tier) => ({ ...tier })) };
  const { contract } = ins;
  if (contract === undefined) {
    ins.contract = new Contract(rules, s.positions);
    scheduleFunding(s, ins, ins.contract);
    return done;
  }
  const moved = contract.rules.fundingIntervalMs !== rules.fundingIntervalMs;
  if (moved) (s.limits.corrections < 1 ? forgetFunding : endFunding)(s, ins, contract);
  contract.rules = rules;
  if (moved) scheduleFunding(s, ins, contract);
  watchAll(contract);
  return done;
}

/**
 * Tier sizes must ascend, leverage must fall and maintenance must rise. In each tier, a position opened at full leverage must start above its maintenance.
 */
function checkTiers(tiers: readonly ContractTier[]): FieldProblem | undefined {
  if (!Array.isArray(tiers) || tiers.length === 0 || tiers.length > maxTiers) return { problem: 'items', min: 1, max: maxTiers };
  let last: ContractTier | undefined;
  for (const tier of tiers as readonly ContractTier[]) {
    if (!isPositive(tier?.maxNotional) || tier.maxNotional > maxEntryValue) return { problem: 'tierSize', max: maxEntryValue };
    if (!isPositive(tier.maxLeverage) || tier.maxLeverage > maxLeverage) return { problem: 'tierLeverage', max: maxLeverage };
    if (!isPositive(tier.maintenancePpm)) return 'tierMaintenance';
    if (tier.maintenancePpm * tier.maxLeverage >= million) return 'tierAboveInitialMargin';
    if (last !== undefined) {
      if (tier.maxNotional <= last.maxNotional) return 'tiersUnordered';
      if (tier.maxLeverage > last.maxLeverage || tier.maintenancePpm < last.maintenancePpm) return 'tiersEase';
    }
    last = tier;
  }
  return undefined;
}
