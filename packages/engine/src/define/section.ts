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
  save(s: State): Uint8Array;
  load(s: State, bytes: Uint8Array): void;
  /**
   * Of a section that came later than the first journals: whether it holds anything. One that does not is no part of the state hash, and a snapshot
   * may lack it, so that journals and snapshots of before mean what they meant.
   */
  readonly holds: ((s: State) => boolean) | undefined;
}

export function section<const F extends Fields>(
  number: number,
  name: string,
  fields: F,
  { save, load, holds }: { save: (s: State) => ValuesOf<F>; load: (s: State, values: ValuesOf<F>) => void; holds?: Section['holds'] },
): Section {
  const field = struct(fields);
  return {
    number,
    name,
    holds,
    save(s) {
      const w = new ByteWriter();
      field.write(w, save(s));
      return w.done();
    },
    load(s, bytes) {
      const r = new ByteReader(bytes);
      load(s, field.read(r));
      if (r.left > 0) throw new RangeError(`section ${name} has ${r.left} bytes too many`);
    },
  };
}
