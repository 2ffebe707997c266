import { ByteWriter } from '../define/bytes.ts';
import { struct } from '../define/field.ts';
import type { ColdEvent } from '../record/event-log.ts';

/** Canonical bytes of events of the cold lane: each its number, then its fields. */
export function coldBytes(cold: readonly ColdEvent[]): Uint8Array {
  const w = new ByteWriter();
  for (const { declaration, body } of cold) {
    w.count(declaration.number);
    struct(declaration.fields).write(w, body as never);
  }
  return w.done();
}
