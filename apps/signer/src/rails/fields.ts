import { Refused } from '../problem.ts';

export function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refused('malformed', 'A request has an object here.');
  return value as Record<string, unknown>;
}

/** A whole number in quotes. */
export function unitsOf(value: unknown, name: string): bigint {
  if (typeof value !== 'string' || !/^\d{1,40}$/.test(value)) throw new Refused('malformed', `${name} is no whole number in quotes.`);
  return BigInt(value);
}

export function wholeOf(value: unknown, name: string, most = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > most)
    throw new Refused('malformed', `${name} is no whole number.`);
  return value;
}

export function textOf(value: unknown, name: string, form: RegExp): string {
  if (typeof value !== 'string' || !form.test(value)) throw new Refused('malformed', `${name} is missing or has another form.`);
  return value;
}

export function listOf(value: unknown, name: string, most: number): unknown[] {
  if (!Array.isArray(value) || value.length > most) throw new Refused('malformed', `${name} is no list of at most ${most}.`);
  return value;
}
