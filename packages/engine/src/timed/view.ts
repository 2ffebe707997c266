import { TimedStatus } from '@bourse/protocol/enums';
import type { TimedBookView } from '../api.ts';
import type { State } from '../core/state.ts';
import type { TimedEvent } from '../events.ts';

/** An account's contracts that are not over, by id, as of now. */
export function timedViews(s: State, owner: number): TimedEvent[] {
  return s.timed.of(owner).map((contract) => ({
    kind: 'timed',
    seq: s.seq,
    index: 0,
    time: s.time,
    timed: contract.id,
    account: s.accounts.id(owner),
    instrument: contract.instrument,
    direction: contract.direction,
    status: contract.startTicks === 0 ? TimedStatus.waiting : TimedStatus.running,
    stake: contract.stake,
    asset: contract.asset,
    payoutPpm: contract.payoutPpm,
    payout: contract.payout,
    placedAt: contract.placedAt,
    durationMs: contract.durationMs,
    startTicks: contract.startTicks,
    startTickTime: contract.startTickTime,
    endTicks: 0,
    endTickTime: 0,
    source: s.sources[contract.startSource] ?? '',
    voidReason: '',
  }));
}

export function timedBookView(s: State, instrument: number): TimedBookView | undefined {
  const book = s.timed.books.get(instrument);
  if (book === undefined) return undefined;
  const { exposureLimit, minStake, maxStake, offers } = book.rules;
  return { instrument, owedUp: book.owedUp, owedDown: book.owedDown, exposureLimit, minStake, maxStake, offers };
}
