import { fromBase64, toBase64 } from './base64.ts';
import { hashBytes } from './hashes.ts';
import { BadNote, formatNote, type Note, parseNote } from './note.ts';

/** What a log asks a witness to sign (C2SP tlog-witness, `add-checkpoint`): a head, and the proof that it continues the tree of `oldSize` leaves. */
export interface CheckpointRequest {
  oldSize: number;
  proof: Uint8Array[];
  note: Note;
}

/** A tree of 2^63 leaves needs no longer proof. */
const longestProof = 63;

export const formatCheckpointRequest = ({ oldSize, proof, note }: CheckpointRequest): string =>
  `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${formatNote(note)}`;

export function parseCheckpointRequest(body: string): CheckpointRequest {
  const split = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(split, 0)).split('\n');
  const digits = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1];
  const proof = lines.map(fromBase64).filter((hash) => hash?.length === hashBytes) as Uint8Array[];
  if (digits === undefined || !Number.isSafeInteger(Number(digits)) || proof.length !== lines.length || proof.length > longestProof)
    throw new BadNote('The request starts with "old", a size, the lines of a proof and an empty line.');
  return { oldSize: Number(digits), proof, note: parseNote(body.slice(split + 2)) };
}
