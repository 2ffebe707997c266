import type { State } from '../core/state.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { type Fields, struct, type ValuesOf } from './field.ts';

/**
 * A part of the state that is kept as fields: in snapshots as their bytes, in the state hash as the same bytes. So what `save` gives
 * must follow from what the state means, never from where something lies in memory: lists in the order of ids, accounts by their id.
 */
export interface Section {
  /** Names it in a snapshot. Never reused. */
  readonly number: number;
  readonly name: string;
  /** Came after the first snapshots. Where it has nothing to keep it has no bytes, and neither hash nor snapshot of before knows it. */
  readonly later: boolean;
  save(s: State): Uint8Array;
  load(s: State, bytes: Uint8Array): void;
}

type Keeping<F extends Fields, V> = { save: (s: State) => V; load: (s: State, values: ValuesOf<F>) => void };

export const section = <const F extends Fields>(number: number, name: string, fields: F, keeping: Keeping<F, ValuesOf<F>>): Section => ({
  ...laterSection(number, name, fields, keeping),
  later: false,
});

/** A section that may have nothing to keep. */
export function laterSection<const F extends Fields>(
  number: number,
  name: string,
  fields: F,
  { save, load }: Keeping<F, ValuesOf<F> | undefined>,
): Section {
  const field = struct(fields);
  return {
    number,
    name,
    later: true,
    save(s) {
      const values = save(s);
      const w = new ByteWriter();
      if (values !== undefined) field.write(w, values);
      return w.done();
    },
    load(s, bytes) {
      if (bytes.length === 0) return;
      const r = new ByteReader(bytes);
      load(s, field.read(r));
      if (r.left > 0) throw new RangeError(`section ${name} has ${r.left} bytes too many`);
    },
  };
}
