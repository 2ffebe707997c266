import { createHash, createHmac } from 'node:crypto';
import { dayMs } from '../../sessions/index.ts';

/** The number of a UTC day. */
export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** The date of a day, as in 2026-11-20. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** What is published before a day begins: the SHA-256 of the day's secret. */
export const commitmentTo = (secret: Uint8Array): string => createHash('sha256').update(secret).digest('hex');

/** 256 bits for each day, from which all chance of that day's simulated prices is drawn. Undefined: there is no secret for that day, so there are no prices. */
export interface DaySecrets {
  of(day: number): Uint8Array | undefined;
}

/** A stream keyed by a secret, by the name of its purpose. */
export const derived = (secret: Uint8Array, label: string): Buffer => createHmac('sha256', secret).update(label).digest();

/** The days of one fixed secret, for tests and benches: who knows it knows every price. */
export function fixedSecrets(secret: string): DaySecrets {
  const root = Buffer.from(secret, 'hex');
  return { of: (day) => derived(root, `day ${day}`) };
}
