import { fromBase64, toBase64 } from './base64.ts';
import { hashBytes } from './hashes.ts';
import { isKeyName } from './keys.ts';
import { BadNote } from './note.ts';

/** The head of a log at one moment (C2SP tlog-checkpoint): its name, how many leaves it has, and their root. */
export interface Checkpoint {
  origin: string;
  size: number;
  root: Uint8Array;
}

/** The text that logs and witnesses sign. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  if (!isKeyName(origin) || !Number.isSafeInteger(size) || size < 0 || root.length !== hashBytes)
    throw new BadNote('This is no head of a log.');
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads the text of a note. Lines behind the third are extensions, which we do not write and therefore refuse. */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', digits = '', encoded = '', ...rest] = text.split('\n');
  const root = fromBase64(encoded);
  const size = Number(digits);
  const whole = rest.length === 1 && rest[0] === '';
  if (!isKeyName(origin) || !/^(?:0|[1-9]\d{0,15})$/.test(digits) || !Number.isSafeInteger(size) || root?.length !== hashBytes || !whole)
    throw new BadNote('The text is no head of a log: name, number of leaves and root, a line each.');
  return { origin, size, root };
}
