import { Wallet } from '@bourse/protocol/enums';
import { walletHolds, walletName } from '../catalogue/assets.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { type DefineEarn, earn } from './declare.ts';
import { untilToday, utcDay } from './today.ts';

export function checkEarn(s: State, { product, asset, days, minPrincipal, maxPrincipal }: DefineEarn) {
  const found = s.assets.get(asset);
  if (found === undefined) return refuse('assetUnknown');
  const wallet = Wallet.wealth;
  if (!walletHolds(wallet, found.assetKind)) return refuse('transferNotAllowed', { asset: found.code, wallet: walletName(wallet) });
  if (maxPrincipal < minPrincipal) return badField('maxPrincipal', { problem: 'atLeast', min: minPrincipal });
  const before = s.earn.products.get(product)?.rules;
  if (before !== undefined && before.asset !== asset) return badField('asset', 'fixed');
  return before !== undefined && before.days !== days ? badField('days', 'fixed') : undefined;
}

/** What was sold keeps its terms. A flexible product takes a new rate for the day after tomorrow: tomorrow's stands already. */
export function defineEarn(s: State, command: DefineEarn) {
  const problem = checkEarn(s, command);
  if (problem !== undefined) return problem;
  const before = s.earn.products.get(command.product);
  if (before !== undefined) {
    untilToday(s, before);
    before.rules = { ...command };
    before.version += 1;
    return done;
  }
  const day = utcDay(s.time);
  const rate = command.days === 0 ? command.yearlyPpm : 0;
  s.earn.products.set(command.product, {
    ...{ rules: { ...command }, version: 1, principal: 0, reserved: 0 },
    ...{ day, todayPpm: rate, nextPpm: rate, index: 0, earning: 0, fresh: 0, owed: 0n },
  });
  if (command.days === 0) s.timers.set(earn.timers.earnDayBegins.number, command.product, (day + 1) * dayMs);
  return done;
}
