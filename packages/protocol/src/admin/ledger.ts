import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, pageOf, queryInt, signedDecimal, time } from '../calls/shapes.ts';
import { adminPaging, read, venue } from './define.ts';

const account = queryInt(0, 2_147_483_647);
const balance = z.strictObject({
  account: z.number().int(),
  /** Name of an account of the house; null for a customer's. */
  house: z.string().nullable(),
  wallet: z.number().int(),
  asset: z.string(),
  available: signedDecimal,
  frozen: signedDecimal,
  seq: id,
});
const line = z.strictObject({
  account: z.number().int(),
  seq: id,
  index: z.number().int(),
  time,
  posting: z.number().int(),
  wallet: z.number().int(),
  asset: z.string(),
  available: signedDecimal,
  frozen: signedDecimal,
  availableAfter: signedDecimal,
  frozenAfter: signedDecimal,
  flow: z.number().int(),
  flowName: z.string(),
  order: id,
  fill: id,
});
export type LedgerLine = z.output<typeof line>;

export const ledgerCalls = {
  'GET ledger/accounts': call({
    ...read('money'),
    summary: 'Balances of one account, or of every account of the house',
    input: z.strictObject({ venue, account: account.optional(), ...adminPaging }),
    output: pageOf(balance),
  }),
  'GET ledger/lines': call({
    ...read('money'),
    summary: 'Lines of an account in one asset, newest first, with the balance after each',
    input: z.strictObject({ venue, account, asset: z.string().max(12).optional(), ...adminPaging }),
    output: pageOf(line),
  }),
  'GET ledger/event': call({
    ...read('money'),
    summary: 'Everything that one command of the journal did: its actor and body, the lines of every account, the sums by asset',
    input: z.strictObject({ venue, seq: id }),
    output: z.strictObject({
      seq: id,
      time,
      actor: z.strictObject({ by: z.string(), id: z.number().int() }),
      kind: z.string(),
      /** JSON of the command; large numbers as strings. */
      body: z.string(),
      commandId: z.string().nullable(),
      lines: z.array(line),
      /** What it did to each asset over all accounts: zero, always. */
      sums: z.array(z.strictObject({ asset: z.string(), sum: signedDecimal })),
      batch: z.strictObject({ first: id, count: z.number().int() }),
    }),
    errors: ['notFound'],
  }),
  'GET ledger/batch': call({
    ...read('money'),
    summary: 'One batch of the journal: its place in the chain of hashes, and its commands',
    input: z.strictObject({ venue, first: id }),
    output: z.strictObject({
      first: id,
      count: z.number().int(),
      epoch: id,
      time,
      bytes: z.number().int(),
      hash: z.string(),
      /** Whether the hash, computed again from the bytes and the batch before, is this one. */
      hashFits: z.boolean(),
      commands: z.array(z.strictObject({ seq: id, kind: z.string(), by: z.string(), actor: z.number().int() })),
    }),
    errors: ['notFound'],
  }),
  'GET ledger/invariants': call({
    ...read('money'),
    summary: 'Recompute from the histories what must hold: sums of zero, no balance below zero, lines that lead to their balances',
    weight: 20,
    input: z.strictObject({ venue }),
    output: z.strictObject({
      asOf: id,
      checks: z.array(z.strictObject({ name: z.string(), holds: z.boolean(), compared: z.number().int(), found: z.array(z.string()) })),
    }),
  }),
};
