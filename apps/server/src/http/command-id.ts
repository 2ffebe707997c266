import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let used = pool.length;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A version-7 UUID (RFC 9562) for a command without an Idempotency-Key, so that every command has an id in the journal. */
export function newCommandId(nowMs: number): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const time = Math.floor(nowMs).toString(16).padStart(12, '0');
  const at = used;
  used += 10;
  const byte = (offset: number) => hex[pool[at + offset] as number];
  const version = hex[0x70 | ((pool[at] as number) & 0x0f)];
  const variant = hex[0x80 | ((pool[at + 2] as number) & 0x3f)];
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}${byte(1)}-${variant}${byte(3)}-${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const nil = '00000000-0000-0000-0000-000000000000';

/** All zeros mark the server's own commands in the journal, so no client may send them. */
export const isCommandId = (text: string) => text.length === 36 && uuid.test(text) && text !== nil;
