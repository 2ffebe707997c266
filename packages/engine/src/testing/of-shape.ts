import fc from 'fast-check';
import type { Field, Fields } from '../define/field.ts';

/** Random values of a field, of all sizes that it can hold. */
export function ofField({ shape }: Field<unknown>): fc.Arbitrary<unknown> {
  switch (shape.type) {
    case 'id':
      return fc.oneof(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 0x7fff_ffff }));
    case 'count':
    case 'signed':
      return fc.bigInt({ min: BigInt(shape.min), max: BigInt(shape.max) }).map(Number);
    case 'units':
      return fc.bigInt({ min: 0n, max: 1n << 90n });
    case 'flag':
      return fc.boolean();
    case 'text':
      return fc.string({ minLength: 1, maxLength: Math.min(shape.max, 32), unit: 'binary-ascii' });
    case 'choice':
      return fc.constantFrom(...shape.values);
    case 'list':
      return fc.array(ofField(shape.of), { maxLength: Math.min(shape.max, 4) });
    case 'command':
      return fc.oneof(...shape.of.map(({ kind, fields }) => fc.record({ kind: fc.constant(kind), ...ofFields(fields) })));
    case 'struct':
      return fc.record(ofFields(shape.fields));
  }
}

export const ofFields = (fields: Fields): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ofField(field)]));
