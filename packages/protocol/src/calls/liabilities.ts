import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { assetCode, decimal, nothing, queryInt, signedDecimal, time } from './shapes.ts';
import { evidenceOrNull } from './transparency.ts';

/** What the exchange owes its customers, as a tree of sums of which each customer can check their own leaf (`docs/proof-of-liabilities.md`). */

const { open, read } = callsOf('wallet');
const hash = z.string().describe('32 bytes, base64 with padding');
const units = z
  .string()
  .regex(/^[0-9]{1,39}$/)
  .describe('In the asset’s smallest unit, as the tree holds it');

const owedAsset = z.strictObject({
  asset: assetCode,
  assetId: z.number().int().describe('The asset’s number, which the digest covers'),
  scale: z.number().int().describe('Decimals of the smallest unit'),
  root: hash,
  units,
  customers: z.number().int().describe('How many customers are owed some of it'),
  total: decimal.describe('What all customers together are owed'),
  house: signedDecimal.describe('What the exchange itself holds in the same ledger'),
  custody: signedDecimal
    .nullable()
    .describe('What was found outside, on chains and in banks, at the newest reconciliation; null before the first'),
  difference: signedDecimal.nullable().describe('Custody less everything owed, movements on their way considered; null before the first'),
});

export const liabilityCalls = {
  'GET pay/proof/latest': call({
    ...open,
    summary: 'What the exchange owes: total and root of each asset at one command of the journal, beside what is held outside',
    weight: 5,
    input: nothing,
    output: z.strictObject({
      latest: z
        .strictObject({
          seq: z.number().int().describe('The command up to which the ledger was read'),
          time,
          digest: hash.describe('Over all roots; the journal keeps it'),
          anchorSeq: z.number().int().describe('The command that wrote the digest into the journal'),
          assets: z.array(owedAsset),
          custodyAt: time.nullable(),
          evidence: evidenceOrNull,
        })
        .nullable()
        .describe('Null before the first was published'),
      everyS: z.number().int().describe('Seconds from one to the next'),
    }),
  }),
  'GET pay/proof/mine': call({
    ...read,
    account: 'real',
    summary: 'Your own leaves in the published trees, and the way from each to its root',
    weight: 5,
    input: z.strictObject({ seq: queryInt(1, Number.MAX_SAFE_INTEGER).describe('Of the published trees') }),
    output: z.strictObject({
      account: z.number().int(),
      leaves: z.array(
        z.strictObject({
          asset: assetCode,
          assetId: z.number().int(),
          units,
          salt: hash.describe('Whoever has it can test what you are owed: keep it to yourself'),
          path: z.array(z.strictObject({ side: z.enum(['left', 'right']), hash, units })),
        }),
      ),
    }),
    errors: ['notFound'],
  }),
};
