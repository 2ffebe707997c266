import type { CallSpec } from '@bourse/protocol';
import type { z } from 'zod';

export interface InputField {
  name: string;
  /** `0` stands for an element of a list. */
  path: string[];
}

/** Every text of every call's input for which `fits` says yes, however deep it is. Each field once. */
export function inputFields(
  table: Readonly<Record<string, CallSpec>>,
  fits: (schema: z.core.$ZodType, path: readonly string[]) => boolean,
): InputField[] {
  const found: InputField[] = [];
  const walk = (name: string, schema: z.core.$ZodType, path: string[]) => {
    const def = schema._zod.def as unknown as Record<string, unknown> & { type: string };
    if (def.type === 'string' && fits(schema, path)) found.push({ name, path });
    for (const inner of ['innerType', 'in', 'out', 'element'] as const) {
      const next = def[inner] as z.core.$ZodType | undefined;
      if (next?._zod) walk(name, next, inner === 'element' ? [...path, '0'] : path);
    }
    for (const option of (def['options'] as z.core.$ZodType[] | undefined) ?? []) walk(name, option, path);
    for (const [key, field] of Object.entries((def['shape'] as Record<string, z.core.$ZodType> | undefined) ?? {}))
      walk(name, field, [...path, key]);
  };
  for (const [name, { input }] of Object.entries(table)) walk(name, input, []);
  return found.filter(
    ({ path }, index) => found.findIndex((one) => one.name === found[index]?.name && one.path.join() === path.join()) === index,
  );
}

/** How ids are written: the contract's own numbers, lists of them, and UUIDs. */
const idPattern = /^\^\[0-9\]\{1,18\}|:\[0-9\]\{1,18\}\$/;
const idName = /^(id|ids|file|ticket)$|Ids?$/;

/** Every field that names a thing by its id, or may: by the shape of what it takes, or by its own name. */
export const idFields = (table: Readonly<Record<string, CallSpec>>): InputField[] =>
  inputFields(table, (schema, path) => {
    const { checks = [], format } = schema._zod.def as unknown as {
      checks?: { _zod: { def: { pattern?: RegExp } } }[];
      format?: string;
    };
    const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
    return idName.test(name) || format === 'uuid' || checks.some((check) => idPattern.test(check._zod.def.pattern?.source ?? ''));
  });

/** The parts of the contract about money in and out: their ids are tried where customers have money, in the room of payments. */
export const ofPayments = (call: string): boolean =>
  / pay\/(recharge|withdrawal|bank-card|virtual-wallet|virtual-network)(\/|$)/.test(call);

export const fieldKey = ({ name, path }: InputField): string => `${name} ${path.join('.')}`;

/** What a request says in a field; undefined where it says nothing. */
export const valueIn = (request: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (place, key) => (place === null || typeof place !== 'object' ? undefined : (place as Record<string, unknown>)[key]),
    request,
  );
