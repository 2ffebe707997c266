import { Wallet } from '@bourse/protocol/enums';
import { floorMulDiv, isCount, isPositive } from '../base/exact.ts';
import { walletHolds, walletName } from '../catalogue/assets.ts';
import type { DefineTimed } from '../commands.ts';
import { houseTimed } from '../core/accounts.ts';
import { dayMs, staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { TimedBook } from './book.ts';

const maxOffers = 16;
/** Ten times the stake. */
const maxPayoutPpm = 10_000_000;
/** Keeps every payout a safe integer. */
const maxStakeUnits = 2 ** 49;

/**
 * Offers timed contracts on an instrument's index, or changes what is offered; contracts already sold keep their terms. The first definition of all makes
 * the house account they are paid from. A duration is longer than the 5 s a tick may be late, so that one tick never both starts and ends a contract.
 */
export function defineTimed(s: State, command: DefineTimed): Outcome {
  if (s.instruments.get(command.instrument) === undefined) return refuse('instrumentUnknown');
  const asset = s.assets.get(command.asset);
  if (asset === undefined) return refuse('assetUnknown');
  if (!walletHolds(Wallet.fast, asset.assetKind))
    return refuse('transferNotAllowed', { asset: asset.code, wallet: walletName(Wallet.fast) });
  const { minStake, maxStake, exposureLimit } = command;
  if (!isPositive(minStake)) return badField('minStake', 'positive');
  if (!isPositive(maxStake) || maxStake < minStake || maxStake > maxStakeUnits)
    return badField('maxStake', { problem: 'between', min: minStake, max: maxStakeUnits });
  const problem = checkOffers(command);
  if (problem !== undefined) return problem;
  const book = s.timed.books.get(command.instrument);
  if (book !== undefined && book.rules.asset !== command.asset) return badField('asset', 'fixed');
  const owed = book === undefined ? 0 : Math.max(book.owedUp, book.owedDown);
  if (!isCount(exposureLimit) || exposureLimit < owed) return badField('exposureLimit', { problem: 'atLeast', min: owed });
  const rules: DefineTimed = { ...command, offers: command.offers.map(({ durationMs, payoutPpm }) => ({ durationMs, payoutPpm })) };
  if (s.accounts.slot(houseTimed) === 0) s.accounts.add(houseTimed);
  if (book === undefined) s.timed.books.set(command.instrument, new TimedBook(rules));
  else book.rules = rules;
  return done;
}

function checkOffers({ offers, minStake }: DefineTimed): Outcome | undefined {
  if (!Array.isArray(offers) || offers.length > maxOffers) return badField('offers', { problem: 'items', min: 0, max: maxOffers });
  const durations = new Set<number>();
  for (const offer of offers as DefineTimed['offers']) {
    if (!isCount(offer?.durationMs) || offer.durationMs <= staleAfterMs || offer.durationMs > dayMs)
      return badField('durationMs', { problem: 'between', min: staleAfterMs + 1, max: dayMs });
    if (!isPositive(offer.payoutPpm) || offer.payoutPpm > maxPayoutPpm)
      return badField('payoutPpm', { problem: 'between', min: 1, max: maxPayoutPpm });
    if (payoutOf(minStake, offer.payoutPpm) === 0) return badField('payoutPpm', 'paysNothing');
    durations.add(offer.durationMs);
  }
  return durations.size === offers.length ? undefined : badField('offers', 'repeated');
}

/** What is paid on top of the stake when won: stake × rate ÷ 1,000,000, rounded down. */
export const payoutOf = (stake: number, payoutPpm: number) => floorMulDiv(stake, payoutPpm, 1_000_000);
