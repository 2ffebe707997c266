import { decimalAdd, decimalCompare, decimalDivide, decimalMultiply, decimalRound } from '@bourse/money';
import { PositionDirection, TimedStatus } from '@bourse/protocol/enums';
import type { Translate } from '../../../i18n/index.ts';

export type { TimedOrder } from '@bourse/protocol';

/** Decimals of a stake. */
export const stakeScale = 6;

/** 90 → "90 s", 300 → "5 min", 3600 → "1 h". */
export function durationText(t: Translate, seconds: number): string {
  if (seconds % 3600 === 0) return t('leverage.hours', { count: seconds / 3600 });
  if (seconds % 60 === 0) return t('leverage.minutes', { count: seconds / 60 });
  return t('leverage.seconds', { count: seconds });
}

/** The profit paid on top of the stake: truncated at the last digit, as the house pays it. */
export const payoutOf = (stake: string, ratePercent: string, scale: number): string =>
  decimalRound(decimalDivide(decimalMultiply(stake, ratePercent), '100', scale + 2), scale, 'trunc');

/** The break-even win rate in percent: 1 ÷ (1 + rate), rounded against the customer. */
export const evenShare = (ratePercent: string): string => decimalDivide('10000', decimalAdd('100', ratePercent), 1, 'ceil');

export type Outlook = 'ahead' | 'behind' | 'level';
/** How a running timed contract would end if it ended now. */
export function outlook(direction: PositionDirection, start: string, now: string): Outlook {
  const move = decimalCompare(now, start);
  if (move === 0) return 'level';
  return move > 0 === (direction === PositionDirection.long) ? 'ahead' : 'behind';
}

export const isRunning = (status: TimedStatus): boolean => status === TimedStatus.waiting || status === TimedStatus.running;
