import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { id, nothing, queryInt, time } from './shapes.ts';

const { open, read } = callsOf('platform');

const venue = z.enum(['real', 'demo']);
const base64 = z.string().max(100_000).describe('Base64 with padding');
const hashes = z.array(base64);

const opening = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('event'),
    salt: base64,
    text: z.string().describe('The event as canonical JSON, as its receipt rests on it'),
    at: z.number().int().describe('Which event leaf of the command it is'),
    of: z.number().int().describe('How many event leaves the command has'),
    path: hashes,
  }),
  z.strictObject({
    kind: z.literal('command'),
    salt: base64,
    command: base64.describe('The command as the journal encodes it'),
    outcome: z.string().describe('Its outcome as JSON'),
  }),
]);

const shownEntry = z.strictObject({
  seq: z.number().int().describe('Number of the command, from 1. Its entry is leaf seq − 1'),
  entry: base64,
  path: hashes.describe('From the entry up to the root of the head'),
  opened: z.array(opening),
});

/** Shape of `Evidence` in `@bourse/transparency`, which checks it. */
export const evidence = z.strictObject({
  head: z.string().describe('A signed head of the venue’s log, as a C2SP checkpoint'),
  shown: z.array(shownEntry),
});

/** Null until a signed head covers it, a few seconds after the command. */
export const evidenceOrNull = evidence.nullable().describe('Proof that the venue’s log holds it; null until a signed head covers it');

const key = z.string().describe('A public key as name+id+key (C2SP signed-note)');

export const transparency = {
  'GET exchange/transparency': call({
    ...open,
    summary: 'The transparency log of each venue: who signs it, its newest head, and since when something is missing',
    input: nothing,
    output: z.array(
      z.strictObject({
        venue,
        origin: z.string().describe('Name of the log'),
        key: key.nullable().describe('The notary’s key for this log; null until the notary was reached once'),
        witnesses: z.array(key),
        head: z.string().nullable().describe('The newest signed head; null before the first'),
        size: z.number().int(),
        signedAt: time.nullable(),
        unsignedSince: time.nullable().describe('Since when commands wait for the notary’s signature; null while heads are signed'),
        unwitnessedSince: time
          .nullable()
          .describe('Since when heads lack the signature of a witness; null while they have all, or when there is none'),
        contradiction: z
          .string()
          .nullable()
          .describe('What the notary refused: this history does not continue what was signed before. Null when all is well'),
      }),
    ),
  }),
  'GET exchange/transparency/consistency': call({
    ...open,
    summary: 'The proof that the log of a venue begins with the log of an earlier head',
    input: z.strictObject({ venue, oldSize: queryInt(0, 999_999_999_999_999), size: queryInt(0, 999_999_999_999_999) }),
    output: z.strictObject({ path: hashes }),
    errors: ['notFound'],
  }),
  'GET pay/command/evidence': call({
    ...read,
    summary: 'One of your own commands with its outcome, and the proof that the log holds both',
    input: z.strictObject({ seq: id }),
    output: z.strictObject({ evidence: evidenceOrNull }),
    errors: ['notFound'],
  }),
};
