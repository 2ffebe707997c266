import { decimalCompare, parseUnits } from '@bourse/money';
import type { Protection } from '@bourse/protocol';

/** When a new daily loss limit takes effect: a lower one at once, a higher one or none after a day. */
export type Effect = 'same' | 'now' | 'tomorrow';
export function effectOf(now: string | null, next: string | null): Effect {
  if (next === null) return now === null ? 'same' : 'tomorrow';
  if (now === null) return 'now';
  const compared = decimalCompare(next, now);
  return compared === 0 ? 'same' : compared < 0 ? 'now' : 'tomorrow';
}

export type LimitProblem = 'missing' | 'malformed' | 'zero';
/** The limit is in USDT with two decimals at most. */
export function limitProblem(text: string): LimitProblem | undefined {
  if (text === '') return 'missing';
  const parsed = parseUnits(text, 2);
  if (!parsed.ok) return 'malformed';
  return parsed.units > 0n ? undefined : 'zero';
}

/** The durations offered, in hours: days for pauses, months for exclusions. */
export const pauses = [24, 72, 168] as const;
export const exclusions = [720, 2160, 4320, 8760] as const;
export type PauseLength = (typeof pauses)[number] | (typeof exclusions)[number];

const hourMs = 3_600_000;
/** When a pause that begins now would end: never before the one in effect. */
export const endOf = (nowMs: number, hours: number, running: number | null): number => Math.max(nowMs + hours * hourMs, running ?? 0);

/** Whether a pause or an exclusion is in effect. */
export const runs = (until: number | null, nowMs: number): until is number => until !== null && until > nowMs;

export type Reason = Protection['products'][number]['reason'];
