import type { ErrorName, FieldProblem } from '@bourse/protocol/errors';
import { isCount, isId } from '../base/exact.ts';
import { type ByteReader, type ByteWriter, CodecError } from './bytes.ts';
import type { CommandDeclaration } from './declare.ts';

/**
 * What a field of a command stands for. The no-cheating walk reads it: customers name things, choose, and speak for their own prices
 * and quantities; only feeds bring prices; only operators and the system set rules and bring capital in. What came from or went to the world outside is
 * `evidenced`: its command has the evidence too. No meaning is "an outcome".
 */
export type Meaning =
  | 'subject'
  | 'choice'
  | 'ownPrice'
  | 'ownQuantity'
  | 'rule'
  | 'capital'
  | 'evidenced'
  | 'feedPrice'
  | 'evidence'
  | 'time';

/** The values a field can hold, as data: random commands, documents and checks are made from it. */
export type Shape =
  | { readonly type: 'count' | 'signed'; readonly min: number; readonly max: number }
  | { readonly type: 'units' | 'id' | 'flag' }
  /** `digest`: 32 bytes in base64url. */
  | { readonly type: 'text'; readonly max: number; readonly digest?: true }
  | { readonly type: 'choice'; readonly values: readonly (number | string)[] }
  | { readonly type: 'list'; readonly of: Field<unknown>; readonly max: number }
  | { readonly type: 'struct'; readonly fields: Fields }
  /** One of these commands, with its `kind`. */
  | { readonly type: 'command'; readonly of: readonly CommandDeclaration[] };

export interface WrongField {
  field: string;
  problem: FieldProblem;
  /** The refusal, where the field has one of its own; otherwise `badRequest`. */
  refusal?: ErrorName | undefined;
}

/**
 * When a change of a rule is for the worse for anybody: when it gets higher (a flag: when it is set), lower, or changes at all, because what helps one
 * side costs the other. `never`: it costs nobody anything, or its command refuses a change of it.
 */
export type Worse = 'higher' | 'lower' | 'changed' | 'never' | ((before: never, after: never) => boolean);

/**
 * Where the asset of an amount is named: in a field of the same command (of a rail, deposit or payout its own asset, of an instrument the quote), or here.
 */
export type AmountOf = 'asset' | 'baseAsset' | 'quoteAsset' | 'rail' | 'deposit' | 'payout' | 'instrument' | 'USDT';

/** One value of a command, an event or a snapshot: its bytes and its bounds. */
export interface Field<T> {
  readonly shape: Shape;
  readonly meaning: Meaning | undefined;
  /** What a value out of bounds is refused with; `badRequest` when nothing is said. */
  readonly refusal?: ErrorName | undefined;
  /** Of a rule that may change only with notice. */
  readonly worse?: Worse | undefined;
  /** Of a list of structs: the field that tells its items apart; otherwise their place does. */
  readonly itemsBy?: string | undefined;
  /** Of an amount in minor units: the field that says of which asset, or the asset's code. */
  readonly amountOf?: AmountOf | undefined;
  /** Throws a `CodecError` (`unencodable`) for a value that is not of the field's type. */
  write(w: ByteWriter, value: T): void;
  read(r: ByteReader): T;
  /** What is wrong with a value, and with which field; undefined when it is within bounds. */
  check(value: unknown, name: string): WrongField | undefined;
}

export interface Fields {
  readonly [name: string]: Field<unknown>;
}

export type ValueOf<F> = F extends { read(r: ByteReader): infer T } ? T : never;
export type ValuesOf<F extends Fields> = { -readonly [Name in keyof F]: ValueOf<F[Name]> };

const maxInt = Number.MAX_SAFE_INTEGER;

/** An integer not below zero. Prices are ticks, quantities lots, times milliseconds, rates parts per million, amounts minor units. */
export function count(meaning?: Meaning, { min = 0, max = maxInt }: { min?: number; max?: number } = {}): Field<number> {
  const bounds: FieldProblem = max === maxInt ? { problem: 'atLeast', min } : { problem: 'between', min, max };
  return {
    shape: { type: 'count', min, max },
    meaning,
    write: (w, value) => w.count(value),
    read: (r) => r.count(),
    check: (value, field) => (isCount(value) && value >= min && value <= max ? undefined : { field, problem: bounds }),
  };
}

/** The same field with a refusal of its own. */
export const refusing = <T>(refusal: ErrorName, of: Field<T>): Field<T> => ({
  ...of,
  refusal,
  check(value, name) {
    const wrong = of.check(value, name);
    return wrong && { ...wrong, refusal };
  },
});

/** Says of which asset an amount in minor units is, so that people read and write it as a decimal. */
export const inAsset = <T>(of: AmountOf, field: Field<T>): Field<T> => ({ ...field, amountOf: of });

/** Says when a change of a rule is for the worse. A list of numbers is compared place by place, its last one standing for all that follow. */
export const worse = <T>(when: Worse, of: Field<T>): Field<T> => ({ ...of, worse: when });

/** The same list, compared by its whole content; its items are told apart by one of their fields. */
export const worseList = <T>(
  of: Field<readonly T[]>,
  when: (before: readonly T[], after: readonly T[]) => boolean,
  itemsBy?: keyof T & string,
): Field<readonly T[]> => ({ ...of, worse: when, itemsBy });

/** A number that names something: a positive 32-bit integer. */
export const id = (meaning: Meaning = 'subject'): Field<number> => ({
  shape: { type: 'id' },
  meaning,
  write: (w, value) => w.count(value),
  read: (r) => r.count(),
  check: (value, field) => (isId(value) ? undefined : { field, problem: 'id' }),
});

/** A number that counts up for ever: orders, fills, positions. */
export const serial = (meaning: Meaning = 'subject'): Field<number> => count(meaning);

/** An integer of either sign. */
export const signed = (meaning?: Meaning): Field<number> => ({
  shape: { type: 'signed', min: -maxInt, max: maxInt },
  meaning,
  write(w, value) {
    w.flag(value < 0);
    w.count(Math.abs(value));
  },
  read(r) {
    const below = r.flag();
    const size = r.count();
    return below ? -size : size;
  },
  check: (value, field) => (Number.isSafeInteger(value) ? undefined : { field, problem: { problem: 'wrongType', type: 'integer' } }),
});

/** An amount in minor units of its asset, not below zero and without an upper bound. */
export const units = (meaning?: Meaning): Field<bigint> => ({
  shape: { type: 'units' },
  meaning,
  write: (w, value) => w.big(value),
  read: (r) => r.big(),
  check: (value, field) => (typeof value === 'bigint' && value >= 0n ? undefined : { field, problem: { problem: 'atLeast', min: 0 } }),
});

export const flag = (meaning: Meaning = 'choice'): Field<boolean> => ({
  shape: { type: 'flag' },
  meaning,
  write: (w, value) => w.flag(value),
  read: (r) => r.flag(),
  check: (value, field) => (typeof value === 'boolean' ? undefined : { field, problem: 'boolean' }),
});

/** `max` in characters. */
export const text = (meaning?: Meaning, { min = 0, max = 64 }: { min?: number; max?: number } = {}): Field<string> => ({
  shape: { type: 'text', max },
  meaning,
  write: (w, value) => w.text(value),
  read: (r) => r.text(),
  check: (value, field) =>
    typeof value === 'string' && value.length >= min && value.length <= max
      ? undefined
      : { field, problem: { problem: 'characters', min, max } },
});

const bytes32 = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** 32 bytes, such as a SHA-256, as 43 characters of base64url; `orNone`: or ''. */
export const digest = (meaning?: Meaning, { orNone = false }: { orNone?: boolean } = {}): Field<string> => ({
  shape: { type: 'text', max: 43, digest: true },
  meaning,
  write: (w, value) => w.text(value),
  read: (r) => r.text(),
  check: (value, field) =>
    typeof value === 'string' && ((orNone && value === '') || bytes32.test(value)) ? undefined : { field, problem: 'malformed' },
});

/** One of an enumeration's numbers, or one of a list of names. Names are stored by their place in the list: append, never reorder. */
export function choice<const V extends number>(of: Readonly<Record<string, V>>, meaning?: Meaning): Field<V>;
export function choice<const V extends string>(of: readonly V[], meaning?: Meaning): Field<V>;
export function choice(of: Readonly<Record<string, number>> | readonly string[], meaning: Meaning = 'choice'): Field<number | string> {
  const values: readonly (number | string)[] = Object.values(of);
  const byName = Array.isArray(of);
  return {
    shape: { type: 'choice', values },
    meaning,
    write: (w, value) => w.count(byName ? values.indexOf(value) : Number(value)),
    read(r) {
      const number = r.count();
      const value = byName ? values[number] : number;
      if (value === undefined) throw new CodecError('corrupt', `no choice ${number}`);
      return value;
    },
    check: (value, field) => (values.includes(value as number | string) ? undefined : { field, problem: 'unknown' }),
  };
}

const maxListLength = 1 << 24;

/** `max` items; a list of a snapshot has no bound of its own. */
export const list = <T>(of: Field<T>, { max = maxListLength }: { max?: number } = {}): Field<readonly T[]> => ({
  shape: { type: 'list', of, max },
  meaning: of.meaning,
  write(w, value) {
    if (!Array.isArray(value) || value.length > maxListLength) throw new CodecError('unencodable', 'not a list, or too long');
    w.count(value.length);
    for (const item of value) of.write(w, item);
  },
  read(r) {
    const length = r.count();
    if (length > maxListLength || length > r.left) throw new CodecError('corrupt', `a list of ${length}`);
    return Array.from({ length }, () => of.read(r));
  },
  check(value, name) {
    if (!Array.isArray(value) || value.length > max) return { field: name, problem: { problem: 'items', min: 0, max } };
    for (const item of value) {
      const wrong = of.check(item, name);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  },
});

/** Named fields in their one order. */
export const struct = <F extends Fields>(fields: F): Field<ValuesOf<F>> => {
  const entries = Object.entries(fields);
  return {
    shape: { type: 'struct', fields },
    meaning: undefined,
    write(w, value) {
      for (const [name, field] of entries) field.write(w, value[name]);
    },
    read: (r) => readFields(entries, r) as ValuesOf<F>,
    check(value, name) {
      if (typeof value !== 'object' || value === null) return { field: name, problem: { problem: 'wrongType', type: 'object' } };
      return checkFields(entries, value as Record<string, unknown>);
    },
  };
};

/** One of these commands inside another command or an event: its number and its fields. */
export const commandOf = <C extends { readonly kind: string }>(of: readonly CommandDeclaration[]): Field<C> => {
  const byKind = new Map(of.map((one) => [one.kind, one]));
  const byNumber = new Map(of.map((one) => [one.number, one]));
  return {
    shape: { type: 'command', of },
    meaning: undefined,
    write(w, value) {
      const declaration = byKind.get(value.kind);
      if (declaration === undefined) throw new CodecError('unencodable', `no command ${String(value.kind)} here`);
      w.byte(declaration.number);
      const values = value as unknown as Record<string, unknown>;
      for (const [name, field] of Object.entries(declaration.fields)) field.write(w, values[name]);
    },
    read(r) {
      const declaration = byNumber.get(r.byte());
      if (declaration === undefined) throw new CodecError('corrupt', 'no such command here');
      return { kind: declaration.kind, ...readFields(Object.entries(declaration.fields), r) } as unknown as C;
    },
    check(value, name) {
      if (typeof value !== 'object' || value === null) return { field: name, problem: { problem: 'wrongType', type: 'object' } };
      const declaration = byKind.get((value as C).kind);
      if (declaration === undefined) return { field: 'kind', problem: 'unknown' };
      return checkFields(Object.entries(declaration.fields), value as Record<string, unknown>);
    },
  };
};

/** A value that may be missing. */
export const optional = <T>(of: Field<T>): Field<T | undefined> => ({
  shape: of.shape,
  meaning: of.meaning,
  write(w, value) {
    w.flag(value !== undefined);
    if (value !== undefined) of.write(w, value);
  },
  read: (r) => (r.flag() ? of.read(r) : undefined),
  check: (value, name) => (value === undefined ? undefined : of.check(value, name)),
});

export type FieldEntries = readonly (readonly [name: string, field: Field<unknown>])[];

export function checkFields(entries: FieldEntries, values: Record<string, unknown>): WrongField | undefined {
  for (const [name, field] of entries) {
    const wrong = field.check(values[name], name);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

export function readFields(entries: FieldEntries, r: ByteReader): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of entries) values[name] = field.read(r);
  return values;
}

/** Every field below these, lists and structs opened, with the name of the field it belongs to. */
export function* leaves(fields: Fields): Generator<readonly [name: string, field: Field<unknown>]> {
  for (const [name, field] of Object.entries(fields)) yield* leavesOf(name, field);
}

function* leavesOf(name: string, field: Field<unknown>): Generator<readonly [string, Field<unknown>]> {
  if (field.shape.type === 'struct') yield* leaves(field.shape.fields);
  else if (field.shape.type === 'list') yield* leavesOf(name, field.shape.of);
  else if (field.shape.type === 'command') for (const { fields } of field.shape.of) yield* leaves(fields);
  else yield [name, field];
}
