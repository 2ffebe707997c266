import { Wallet } from '@bourse/protocol/enums';
import { floorMulDiv } from '../base/exact.ts';
import { walletHolds, walletName } from '../catalogue/assets.ts';
import { dayMs, staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { TimedBook } from './book.ts';
import type { DefineTimed } from './declare.ts';

/** Keeps every payout a safe integer. */
const maxStakeUnits = 2 ** 49;

/** A duration is longer than the 5 s that a tick may be late, so that one tick never both starts and ends a contract. */
export function checkTimedRules(s: State, command: DefineTimed) {
  if (s.instruments.get(command.instrument) === undefined) return refuse('instrumentUnknown');
  const asset = s.assets.get(command.asset);
  if (asset === undefined) return refuse('assetUnknown');
  if (!walletHolds(Wallet.fast, asset.assetKind))
    return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(Wallet.fast) });
  const { minStake, maxStake, exposureLimit } = command;
  if (maxStake < minStake || maxStake > maxStakeUnits)
    return badField('maxStake', { problem: 'between', min: minStake, max: maxStakeUnits });
  const problem = checkOffers(command);
  if (problem !== undefined) return problem;
  const book = s.timed.books.get(command.instrument);
  if (book !== undefined && book.rules.asset !== command.asset) return badField('asset', 'fixed');
  const owed = book === undefined ? 0 : Math.max(book.owedUp, book.owedDown);
  return exposureLimit < owed ? badField('exposureLimit', { problem: 'atLeast', min: owed }) : undefined;
}

export function defineTimed(s: State, command: DefineTimed) {
  const problem = checkTimedRules(s, command);
  if (problem !== undefined) return problem;
  const book = s.timed.books.get(command.instrument);
  const rules: DefineTimed = { ...command, offers: command.offers.map(({ durationMs, payoutPpm }) => ({ durationMs, payoutPpm })) };
  if (book === undefined) s.timed.books.set(command.instrument, new TimedBook(rules));
  else book.rules = rules;
  return done;
}

function checkOffers({ offers, minStake }: DefineTimed) {
  const durations = new Set<number>();
  for (const { durationMs, payoutPpm } of offers) {
    if (durationMs <= staleAfterMs || durationMs > dayMs)
      return badField('durationMs', { problem: 'between', min: staleAfterMs + 1, max: dayMs });
    if (payoutOf(minStake, payoutPpm) === 0) return badField('payoutPpm', 'paysNothing');
    durations.add(durationMs);
  }
  return durations.size === offers.length ? undefined : badField('offers', 'repeated');
}

/** What is paid on top of the stake when won: stake × rate ÷ 1,000,000, rounded down. */
export const payoutOf = (stake: number, payoutPpm: number) => floorMulDiv(stake, payoutPpm, 1_000_000);
