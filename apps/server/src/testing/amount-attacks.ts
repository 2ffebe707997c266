import { callTable } from '@bourse/protocol';
import type { z } from 'zod';
import { inputFields } from './input-fields.ts';

/** What people type, paste and forge in amount fields. `9…` has 40 digits; the last values exceed every scale. */
export const attacks = [
  '-1',
  '0',
  'NaN',
  '1e9',
  '0x10',
  '١',
  ' 1',
  '1 ',
  '1 000',
  '1,000',
  '+1',
  '.5',
  '5.',
  '01',
  '1.2.3',
  'Infinity',
  '',
  '９',
  '1\n',
  '1\u0000',
  '9'.repeat(40),
  '1.0000000000000000001',
  '0.000000000000000001',
] as const;
/** The same values as JSON's other types. */
export const otherTypes = [1, -1, 0, null, true, [], ['1'], {}] as const;

/** Every field of every call that is declared as a decimal. */
export const decimalFields = () => inputFields(callTable, isDecimal);

const isDecimal = (schema: z.core.$ZodType) => {
  const { checks } = schema._zod.def as unknown as { checks?: { _zod: { def: { pattern?: RegExp } } }[] };
  return (checks ?? []).some((check) => check._zod.def.pattern?.source.includes('[1-9][0-9]{0,29}'));
};

/** A request with another value in one of its fields. */
export function spoiled(request: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> {
  const copy = structuredClone(request);
  let place = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>;
  place[path.at(-1) as string] = value;
  return copy;
}
