import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, pageOf, queryInt, signedDecimal, time } from '../calls/shapes.ts';
import { act, adminPaging, read } from './define.ts';

export const statementFormats = ['camt053', 'mt940', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];
/** Characters of a file that is imported here. */
export const statementAtMost = 8 * 1024 * 1024;
/** Why an import is refused as a whole: the file itself, or how it follows on what was imported before. */
export const statementProblems = [
  ...(['tooLarge', 'malformed', 'doctype', 'formatUnknown', 'currencyUnknown', 'amountInvalid', 'dateInvalid', 'accountInvalid'] as const),
  ...(['sumsDiffer', 'idTwice', 'tooManyLines', 'changed', 'gap', 'before', 'balanceDiffers', 'accountUnknown'] as const),
] as const;
export type StatementProblemName = (typeof statementProblems)[number];

const bankAccount = z
  .string()
  .regex(/^[A-Z0-9]{5,34}$/)
  .optional();

const statement = z.strictObject({
  account: z.string(),
  number: z.number().int(),
  currency: z.string(),
  opening: signedDecimal,
  closing: signedDecimal,
  lines: z.number().int(),
  /** Lines that brought money and that nobody announced. */
  unmatched: z.number().int(),
  importedAt: time,
});
const line = z.strictObject({
  account: z.string(),
  statement: z.number().int(),
  id: z.string(),
  bookedOn: z.string(),
  /** Negative for money that left. */
  amount: signedDecimal,
  currency: z.string(),
  reference: z.string(),
  name: z.string(),
  counterparty: z.string(),
  /** The order that it pays; null: none. */
  deposit: id.nullable(),
  /** The case in which people find its owner; null: there is none. */
  case: id.nullable(),
});
export type StatementRow = z.output<typeof statement>;
export type StatementLineRow = z.output<typeof line>;

export const statementCalls = {
  'POST statement/import': call({
    ...act('money'),
    summary:
      'Import a statement of a bank account of ours. Lines that name an order are put to it; of the others people find the owner. A file with a mistake is refused whole',
    input: z.strictObject({
      format: z.enum(statementFormats),
      file: z.string().trim().min(1).max(200),
      text: z.string().min(1).max(statementAtMost),
    }),
    bodyBytes: 2 * statementAtMost,
    output: z.strictObject({
      statements: z.number().int(),
      /** Imported before, the same. */
      again: z.number().int(),
      lines: z.number().int(),
      matched: z.number().int(),
      /** Why the file was refused; null: it was not. */
      refused: z.strictObject({ problem: z.enum(statementProblems), text: z.string() }).nullable(),
    }),
  }),
  'GET statement/list': call({
    ...read('money'),
    summary: 'Statements that were imported, the newest of each account first',
    input: z.strictObject({ ...adminPaging, bank: bankAccount }),
    output: pageOf(statement),
  }),
  'GET statement/lines': call({
    ...read('money'),
    summary: 'Lines of statements, newest first',
    input: z.strictObject({
      ...adminPaging,
      bank: bankAccount,
      statement: queryInt(1, 2_147_483_647).optional(),
      which: z.enum(['all', 'unmatched', 'matched', 'out']).default('all'),
    }),
    output: pageOf(line),
  }),
};
