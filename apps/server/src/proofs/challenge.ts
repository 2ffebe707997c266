import { createHash } from 'node:crypto';
import type { Act } from './port.ts';

/** Canonical text of a value: keys in order, undefined fields left out. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const ordered = fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${ordered.map(([key, field]) => `${JSON.stringify(key)}:${canonicalText(field)}`).join(',')}}`;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

export const inputDigest = ({ input }: Pick<Act, 'input'>): Buffer => sha256(canonicalText(input));

/** The text that a factor confirms. Its id makes two challenges of the same act differ, so that an answer to one never fits the other. */
export const challengeOf = (id: string, { session, call, input, commandId }: Act): Buffer =>
  sha256(
    canonicalText({
      purpose: 'bourse proof 1',
      id,
      venue: session.venue,
      customer: session.customerId,
      account: session.account,
      call,
      input: inputDigest({ input }).toString('hex'),
      commandId: commandId ?? null,
    }),
  );
