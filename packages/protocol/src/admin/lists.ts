import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, nothing, time } from '../calls/shapes.ts';
import { act, note, read } from './define.ts';

const source = z.enum(['ofac', 'un', 'eu', 'fictional']);
const state = z.enum(['waits', 'inForce', 'replaced', 'refused']);

const list = z.strictObject({
  id,
  source,
  file: z.string(),
  issued: z.string().nullable(),
  people: z.number().int(),
  /** SHA-256 of the file, hexadecimal. */
  digest: z.string(),
  readAt: time,
  inForceAt: time.nullable(),
  state,
});
export type ScreeningList = z.output<typeof list>;

export const listCalls = {
  'GET list/list': call({
    ...read('compliance'),
    summary: 'Screening lists that were read, newest first, and the files that can be read',
    input: nothing,
    output: z.strictObject({
      lists: z.array(list),
      files: z.array(z.strictObject({ file: z.string(), bytes: z.number().int(), changedAt: time })),
      /** People whose comparison with a newer list is under way. */
      toScreen: z.number().int(),
    }),
  }),
  'GET list/get': call({
    ...read('compliance'),
    summary: 'Whom a name and a year of birth would be compared with: entries of the lists in force',
    input: z.strictObject({ name: z.string().trim().min(2).max(200), birthYear: z.string().regex(/^\d{4}$/) }),
    output: z.array(z.strictObject({ source, entry: z.string(), name: z.string(), score: z.string() })),
  }),
  'POST list/import': call({
    ...act('compliance'),
    summary: 'Read a list from the folder of lists. It is in force when two people have decided its case; then everybody is screened again',
    input: z.strictObject({ source, file: z.string().regex(/^[\w][\w.-]{0,119}$/), reason: note }),
    output: z.strictObject({ case: id, people: z.number().int() }),
    errors: ['notFound', 'listUnusable', 'listKnown'],
  }),
};
