import { Wallet } from '@bourse/protocol/enums';
import { walletHolds, walletName } from '../catalogue/assets.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { Rail } from './book.ts';
import { type DefinePayoutRules, type DefineRail, payments, type RailRules, type StopRail } from './declare.ts';
import { railOpen } from './states.ts';

/** The longest wait that rules may ask for: a year. */
const longestMs = 366 * 86_400_000;
const tooLong = (field: string) => badField(field, { problem: 'atMost', max: longestMs });

/** The refusal of rules that a rail cannot have. */
export function checkRail(s: State, rules: DefineRail) {
  const asset = s.assets.get(rules.asset);
  if (asset === undefined) return refuse('assetUnknown');
  if (!walletHolds(Wallet.coin, asset.assetKind))
    return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(Wallet.coin) });
  if (rules.holdMs > longestMs) return tooLong('holdMs');
  const known = s.payments.rails.get(rules.rail);
  if (known === undefined && s.payments.rails.size >= s.limits.rails) return refuse('overloaded');
  if (known !== undefined && known.rules.asset !== rules.asset) return badField('asset', 'fixed');
  return known !== undefined && known.rules.channel !== rules.channel ? badField('channel', 'fixed') : undefined;
}

export function defineRail(s: State, command: DefineRail) {
  const problem = checkRail(s, command);
  if (problem !== undefined) return problem;
  const { kind: _, ...rules } = command;
  setRail(s, rules);
  return done;
}

export const checkStop = (s: State, { rail }: StopRail) => (s.payments.rails.has(rail) ? undefined : badField('rail', 'unknown'));

/** One person stops what only two may open again. */
export function stopRail(s: State, command: StopRail) {
  const known = s.payments.rails.get(command.rail);
  if (known === undefined) return badField('rail', 'unknown');
  const open = known.rules.open & ~stoppedBy(command);
  if (open !== known.rules.open) setRail(s, { ...known.rules, open });
  return done;
}

/** What a stop closes: `railOpen`. */
export const stoppedBy = ({ stopIn, stopOut }: StopRail): number => (stopIn ? railOpen.in : 0) | (stopOut ? railOpen.out : 0);

/** The refusal of rules that payouts cannot have. */
export function checkPayoutRules(_: State, rules: DefinePayoutRules) {
  if (rules.levelLimits.length !== 3) return badField('levelLimits', { problem: 'items', min: 3, max: 3 });
  if (rules.levelLimits[0] !== 0) return badField('levelLimits', { problem: 'atMost', max: 0 });
  if (rules.factorsPpm.length === 0) return badField('factorsPpm', { problem: 'items', min: 1, max: 64 });
  for (const wait of ['destinationWaitMs', 'credentialWaitMs', 'youngMs', 'burstMs'] as const)
    if (rules[wait] > longestMs) return tooLong(wait);
  return rules.secondAbove < rules.reviewAbove ? badField('secondAbove', { problem: 'atLeast', min: rules.reviewAbove }) : undefined;
}

export function definePayoutRules(s: State, command: DefinePayoutRules) {
  const problem = checkPayoutRules(s, command);
  if (problem !== undefined) return problem;
  const { kind: _, ...rules } = command;
  s.payments.rules = rules;
  s.log.tell(payments.events.payoutRules, rules);
  return done;
}

function setRail(s: State, rules: RailRules): void {
  const known = s.payments.rails.get(rules.rail);
  if (known === undefined) s.payments.rails.set(rules.rail, new Rail(rules));
  else known.rules = rules;
  s.log.tell(payments.events.rail, rules);
}
