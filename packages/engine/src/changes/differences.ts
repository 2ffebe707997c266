import type { Field, Fields, Worse } from '../define/field.ts';
import type { Difference } from './declare.ts';

type Values = Readonly<Record<string, unknown>>;
type Flat = Map<string, { field: string; at: number; value: string }>;

const textOf = (value: unknown): string => (typeof value === 'boolean' ? (value ? '1' : '0') : String(value));

/** Every single value below a field, by its name and its place in a list. */
function flatten(into: Flat, name: string, { shape, itemsBy }: Field<unknown>, value: unknown, at: number): void {
  if (shape.type === 'struct')
    for (const [part, field] of Object.entries(shape.fields)) {
      if (part !== itemsBy) flatten(into, `${name}.${part}`, field, (value as Values)[part], at);
    }
  else if (shape.type === 'list') {
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const place = itemsBy === undefined ? index + 1 : Number((item as Values)[itemsBy]);
      flatten(into, name, { ...shape.of, itemsBy }, item, place);
    }
  } else into.set(`${name}/${at}`, { field: name, at, value: textOf(value) });
}

function flat(fields: Fields, values: Values): Flat {
  const into: Flat = new Map();
  for (const [name, field] of Object.entries(fields)) flatten(into, name, field, values[name], 0);
  return into;
}

/** What differs between two sets of the same fields, in the order of the declaration. */
export function differencesOf(fields: Fields, before: Values | undefined, after: Values): Difference[] {
  const old: Flat = before === undefined ? new Map() : flat(fields, before);
  const next = flat(fields, after);
  const list: Difference[] = [];
  for (const [key, { field, at, value }] of next) {
    const was = old.get(key)?.value ?? '';
    if (was !== value) list.push({ field, at, before: was, after: value });
  }
  for (const [key, { field, at, value }] of old) if (!next.has(key)) list.push({ field, at, before: value, after: '' });
  return list;
}

function directed(when: Exclude<Worse, (...given: never[]) => boolean>, before: unknown, after: unknown): boolean {
  if (when === 'never') return false;
  if (Array.isArray(before) && Array.isArray(after)) {
    const most = Math.max(before.length, after.length);
    return Array.from({ length: most }, (_, at) => at).some((at) =>
      directed(when, before[Math.min(at, before.length - 1)], after[Math.min(at, after.length - 1)]),
    );
  }
  if (when === 'changed') return before !== after;
  return when === 'higher' ? (after as number) > (before as number) : (after as number) < (before as number);
}

/** Whether anything in `after` is worse for anybody than in `before`, as the fields declare it. */
export const isWorse = (fields: Fields, before: Values, after: Values): boolean =>
  Object.entries(fields).some(([name, { worse }]) => {
    if (worse === undefined) return false;
    return typeof worse === 'function' ? worse(before[name] as never, after[name] as never) : directed(worse, before[name], after[name]);
  });
