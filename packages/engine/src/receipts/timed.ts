import { divFloor } from '@bourse/money';
import type { TimedEvent } from '../events.ts';
import { type ReceiptDeclaration, receipt } from './declare.ts';
import { timedFigures } from './figures.ts';
import type { Sheet } from './sheet.ts';

const lateMs = 5000n;

/** Recomputes a timed contract's outcome from its two ticks. */
function timed(s: Sheet): void {
  const stake = s.positive('stake');
  const ppm = s.positive('payoutPpm');
  const payout = s.figure(
    'payout',
    'payout',
    { stake, payoutPpm: ppm },
    `⌊${stake} × ${ppm} ÷ 1000000⌋`,
    divFloor(stake * ppm, 1_000_000n),
  );
  const placed = s.positive('placedAt');
  const due = placed + s.positive('durationMs');
  const status = s.word('status', 'won', 'lost', 'equal', 'void');
  const reason = s.word('voidReason', '', 'stale', 'halted');
  const start = tick(s, 'start', placed);
  const end = start === 0n ? none(s, 'end') : tick(s, 'end', due);
  const long = s.word('direction', 'long', 'short') === 'long';
  const outcome = outcomeOf(long, start, end, reason);
  s.line(
    'outcome',
    { startTicks: start, endTicks: end, direction: long ? 'long' : 'short', voidReason: reason },
    end === 0n ? 'not both ticks' : `${end} ${end > start ? '>' : end < start ? '<' : '='} ${start}`,
    outcome,
    status,
  );
  const returned = { won: stake + payout, lost: 0n, equal: stake, void: stake }[status];
  s.figure('returned', 'returned', { stake, payout, status }, status === 'won' ? `${stake} + ${payout}` : `${status}`, returned);
}

function outcomeOf(long: boolean, start: bigint, end: bigint, reason: '' | 'stale' | 'halted'): string {
  // `stale` means that a tick is missing; `halted` shows the tick that came while the instrument did not trade.
  if (reason === 'stale') return start === 0n || end === 0n ? 'void' : 'both ticks came';
  if (reason === 'halted') return start === 0n ? 'no tick found it halted' : 'void';
  if (start === 0n || end === 0n) return 'a tick is missing';
  if (start === end) return 'equal';
  return end > start === long ? 'won' : 'lost';
}

/** The tick at one end if it came in time; 0 when there was none. */
function tick(s: Sheet, which: 'start' | 'end', instant: bigint): bigint {
  const ticks = s.count(`${which}Ticks`);
  if (ticks === 0n) return none(s, which);
  const time = s.count(`${which}TickTime`);
  s.holds(
    `${which}Tick`,
    { instant, tickTime: time, ticks },
    `${instant} ≤ ${time} ≤ ${instant + lateMs}`,
    time >= instant && time <= instant + lateMs,
  );
  return ticks;
}

function none(s: Sheet, which: 'start' | 'end'): bigint {
  const ticks = s.count(`${which}Ticks`);
  const time = s.count(`${which}TickTime`);
  s.holds(`${which}Tick`, { ticks, tickTime: time }, 'no tick', ticks === 0n && time === 0n);
  return 0n;
}

export const timedReceipt: ReceiptDeclaration = receipt<TimedEvent>({ figures: timedFigures, work: timed });
