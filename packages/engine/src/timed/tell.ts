import { TimedStatus } from '@bourse/protocol/enums';
import type { State } from '../core/state.ts';
import type { TimedContract } from './book.ts';
import { type TimedEvent, timed } from './declare.ts';

/** What decided a contract, as far as it is known. `source` is a feed's number. */
export interface TimedEnd {
  ticks: number;
  tickTime: number;
  source: number;
}
export const noEnd: TimedEnd = { ticks: 0, tickTime: 0, source: 0 };

/** A contract as its events show it. */
export const timedFacts = (s: State, c: TimedContract, status: TimedStatus, end: TimedEnd, voidReason: TimedEvent['voidReason']) => ({
  timed: c.id,
  account: s.accounts.id(c.owner),
  instrument: c.instrument,
  direction: c.direction,
  status,
  stake: c.stake,
  asset: c.asset,
  payoutPpm: c.payoutPpm,
  payout: c.payout,
  placedAt: c.placedAt,
  durationMs: c.durationMs,
  startTicks: c.startTicks,
  startTickTime: c.startTickTime,
  endTicks: end.ticks,
  endTickTime: end.tickTime,
  source: sourcesOf(s.sources[c.startSource] ?? '', s.sources[end.source] ?? ''),
  voidReason,
});

export const tellTimed = (
  s: State,
  contract: TimedContract,
  status: TimedStatus,
  end = noEnd,
  voidReason: TimedEvent['voidReason'] = '',
): void => s.log.tell(timed.events.timed, timedFacts(s, contract, status, end, voidReason));

/** The feeds of the two ticks: one name when they are the same, otherwise both. */
const sourcesOf = (start: string, end: string) => (start === '' || end === '' || start === end ? start || end : `${start}, ${end}`);

/** An account's open timed contracts, by id. */
export function timedViews(s: State, owner: number): TimedEvent[] {
  const head = { kind: 'timed', seq: s.seq, index: 0, time: s.time } as const;
  return s.timed.of(owner).map((contract) => ({
    ...head,
    ...timedFacts(s, contract, contract.startTicks === 0 ? TimedStatus.waiting : TimedStatus.running, noEnd, ''),
  }));
}
