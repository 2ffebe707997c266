import type { PositionDirection, TimedStatus } from '@bourse/protocol/enums';
import type { TimedEvent } from '../events.ts';
import type { TimedContract } from '../timed/book.ts';
import { type EventLog, Record, recordLength } from './event-log.ts';

const voidReasons: readonly TimedEvent['voidReason'][] = ['', 'stale', 'halted'];

/** `source` is the feed of the tick at the end, 0 while there is none. */
export function recordTimed(
  log: EventLog,
  c: TimedContract,
  account: number,
  status: TimedStatus,
  endTicks: number,
  endTickTime: number,
  source: number,
  voidReason: TimedEvent['voidReason'],
): void {
  const at = log.open(Record.timed, recordLength[Record.timed]!);
  const n = log.numbers;
  n[at + 1] = c.id;
  n[at + 2] = account;
  n[at + 3] = c.instrument;
  n[at + 4] = c.direction;
  n[at + 5] = status;
  n[at + 6] = c.stake;
  n[at + 7] = c.asset;
  n[at + 8] = c.payoutPpm;
  n[at + 9] = c.payout;
  n[at + 10] = c.placedAt;
  n[at + 11] = c.durationMs;
  n[at + 12] = c.startTicks;
  n[at + 13] = c.startTickTime;
  n[at + 14] = endTicks;
  n[at + 15] = endTickTime;
  n[at + 16] = c.startSource;
  n[at + 17] = source;
  n[at + 18] = voidReasons.indexOf(voidReason);
}

export function decodeTimed(n: Float64Array, at: number, seq: number, index: number, time: number, sources: readonly string[]): TimedEvent {
  return {
    seq,
    index,
    time,
    kind: 'timed',
    timed: n[at + 1]!,
    account: n[at + 2]!,
    instrument: n[at + 3]!,
    direction: n[at + 4]! as PositionDirection,
    status: n[at + 5]! as TimedStatus,
    stake: n[at + 6]!,
    asset: n[at + 7]!,
    payoutPpm: n[at + 8]!,
    payout: n[at + 9]!,
    placedAt: n[at + 10]!,
    durationMs: n[at + 11]!,
    startTicks: n[at + 12]!,
    startTickTime: n[at + 13]!,
    endTicks: n[at + 14]!,
    endTickTime: n[at + 15]!,
    source: sourcesOf(sources[n[at + 16]!] ?? '', sources[n[at + 17]!] ?? ''),
    voidReason: voidReasons[n[at + 18]!] ?? '',
  };
}

/** The feeds of the two ticks: one name when they are the same, otherwise both. */
export const sourcesOf = (start: string, end: string) => (start === '' || end === '' || start === end ? start || end : `${start}, ${end}`);
