import type { AmountOf, Field, Fields } from '@bourse/engine';
import { leaves } from '@bourse/engine';
import { formatUnits, parseUnits } from '@bourse/money';
import type { Difference, FormField, FormLeaf, FormValue, FormValues, LeafField } from '@bourse/protocol/admin';
import { type FieldProblem, Refusal } from '@bourse/protocol/errors';
import type { AssetInfo } from '../../market/port.ts';

/** The asset of an amount, by the values that name it. */
export type AssetOf = (of: AmountOf, values: Readonly<Record<string, unknown>>) => AssetInfo | undefined;
type Values = Readonly<Record<string, unknown>>;
type Any = Field<unknown>;

/** A field that the server fills in when it is left out: `evidence`, a digest of the reason; whose decision it was, and why. */
export const isFilled = (name: string, { shape, meaning }: Any): boolean =>
  meaning === 'evidence' &&
  ((name === 'evidence' && shape.type === 'text') || (name === 'reason' && shape.type === 'text') || name === 'origin');

const bad = (field: string, problem: FieldProblem) =>
  new Refusal('badRequest', typeof problem === 'string' ? { field, problem } : { field, ...problem });

const typeOf = ({ shape, amountOf }: Any): LeafField['type'] => {
  if (amountOf !== undefined) return 'amount';
  switch (shape.type) {
    case 'id':
    case 'flag':
    case 'choice':
      return shape.type;
    case 'text':
      return shape.digest ? 'digest' : 'text';
    case 'count':
    case 'signed':
    case 'units':
      return 'number';
    default:
      throw new Error(`a form has no field for ${shape.type}`);
  }
};
const leafForm = (name: string, field: Any): LeafField => ({
  name,
  type: typeOf(field),
  amountOf: field.amountOf ?? '',
  choices: field.shape.type === 'choice' ? field.shape.values.map(String) : [],
});

/** The form of a field, from what the engine declares. */
export function formOf(name: string, field: Any): FormField {
  const { shape } = field;
  const list = shape.type === 'list';
  const item = list ? shape.of : field;
  const parts = item.shape.type === 'struct' ? Object.entries(item.shape.fields).map(([part, one]) => leafForm(part, one)) : [];
  const own: LeafField = parts.length > 0 ? { name, type: 'text', amountOf: '', choices: [] } : leafForm(name, item);
  return { ...own, list, parts, optional: isFilled(name, field) };
}

/** Reads the values of a form. Amounts come last: other fields name their asset. Throws `badRequest` with the field; the engine's own check comes after. */
export function readForm(fields: Fields, given: FormValues, filled: Values, assetOf: AssetOf): Record<string, unknown> {
  for (const name of Object.keys(given)) if (!Object.hasOwn(fields, name)) throw bad(name, 'unknown');
  const values: Record<string, unknown> = {};
  const isAmount = ([name, field]: readonly [string, Any]) =>
    [...leaves({ [name]: field })].some(([, { amountOf }]) => amountOf !== undefined);
  const entries = Object.entries(fields);
  for (const [name, field] of [...entries.filter((one) => !isAmount(one)), ...entries.filter(isAmount)]) {
    const value = given[name];
    values[name] = value === undefined && Object.hasOwn(filled, name) ? filled[name] : readValue(name, field, value, values, assetOf);
  }
  return Object.fromEntries(entries.map(([name]) => [name, values[name]]));
}

function readValue(
  name: string,
  { shape, ...field }: Any,
  value: FormValue | Record<string, FormLeaf> | undefined,
  values: Values,
  assetOf: AssetOf,
): unknown {
  if (value === undefined) throw bad(name, 'missing');
  if (shape.type === 'list') {
    if (!Array.isArray(value)) throw bad(name, { problem: 'wrongType', type: 'array' });
    return value.map((item) => readValue(name, shape.of, item, values, assetOf));
  }
  if (shape.type === 'struct') {
    if (typeof value !== 'object' || Array.isArray(value)) throw bad(name, { problem: 'wrongType', type: 'object' });
    const row = value as Record<string, FormLeaf>;
    return Object.fromEntries(Object.entries(shape.fields).map(([part, one]) => [part, readValue(part, one, row[part], values, assetOf)]));
  }
  if (shape.type === 'flag') {
    if (typeof value !== 'boolean') throw bad(name, 'boolean');
    return value;
  }
  if (typeof value !== 'string') throw bad(name, { problem: 'wrongType', type: 'string' });
  if (shape.type === 'text') return value;
  if (shape.type === 'choice') {
    const chosen = shape.values.find((one) => String(one) === value);
    if (chosen === undefined) throw bad(name, { problem: 'oneOf', choices: shape.values.join(', ') });
    return chosen;
  }
  const asset = field.amountOf === undefined ? undefined : assetOf(field.amountOf, values);
  if (field.amountOf !== undefined && asset === undefined) throw bad(field.amountOf, 'unknown');
  const read = parseUnits(value, asset?.scale ?? 0);
  if (!read.ok) throw bad(name, { problem: 'format', example: asset ? formatUnits(1n, asset.scale) : '1' });
  return shape.type === 'units' ? read.units : Number(read.units);
}

/** The values of a command as a form has them. Fields without a value are left out. */
export function writeForm(fields: Fields, values: Values, assetOf: AssetOf): FormValues {
  const form: FormValues = {};
  for (const [name, field] of Object.entries(fields))
    if (values[name] !== undefined) form[name] = writeValue(field, values[name], values, assetOf);
  return form;
}

function writeValue({ shape, amountOf }: Any, value: unknown, values: Values, assetOf: AssetOf): FormValue {
  if (shape.type === 'list') return (value as readonly unknown[]).map((item) => writeValue(shape.of, item, values, assetOf)) as FormLeaf[];
  if (shape.type === 'struct') {
    const row = value as Values;
    const parts = Object.entries(shape.fields).map(([part, one]) => [part, writeValue(one, row[part], values, assetOf)]);
    return Object.fromEntries(parts) as unknown as FormValue;
  }
  if (typeof value === 'boolean') return value;
  const asset = amountOf === undefined ? undefined : assetOf(amountOf, values);
  return asset ? formatUnits(BigInt(value as bigint | number), asset.scale) : String(value);
}

/** Every single value of a command, before and after. `before` undefined: nothing was in force. */
export function differences(fields: Fields, before: Values | undefined, after: Values, assetOf: AssetOf): Difference[] {
  const rows = new Map<string, Difference>();
  const put = (side: 'before' | 'after', values: Values) => {
    for (const [name, field] of Object.entries(fields)) {
      if (values[name] === undefined) continue;
      const { shape } = field;
      const items = shape.type === 'list' ? (values[name] as readonly unknown[]) : [values[name]];
      const item = shape.type === 'list' ? shape.of : field;
      for (const [index, one] of items.entries()) {
        const own = field.itemsBy === undefined ? index + 1 : (one as Values)[field.itemsBy];
        const at = shape.type === 'list' ? String(own) : '';
        const parts = item.shape.type === 'struct' ? Object.entries(item.shape.fields) : [['', item] as const];
        for (const [part, leaf] of parts) {
          if (part !== '' && part === field.itemsBy) continue;
          const value = String(writeValue(leaf, part === '' ? one : (one as Values)[part], values, assetOf));
          const key = `${name}/${at}/${part}`;
          const asset = leaf.amountOf === undefined ? '' : (assetOf(leaf.amountOf, values)?.code ?? '');
          const row = rows.get(key) ?? { field: name, at, part, before: null, after: null, asset, choice: leaf.shape.type === 'choice' };
          rows.set(key, { ...row, [side]: value });
        }
      }
    }
  };
  if (before) put('before', before);
  put('after', after);
  return [...rows.values()];
}
