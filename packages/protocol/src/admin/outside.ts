import { z } from 'zod';
import { call } from '../calls/define.ts';
import { networkId } from '../calls/rails.ts';
import { assetCode, decimal, id, nothing, pageOf, time } from '../calls/shapes.ts';
import { act, adminPaging, note, read } from './define.ts';

const height = z.number().int().min(0).max(1_000_000_000);

const hotWallet = z.strictObject({
  rail: z.number().int(),
  code: z.string(),
  asset: assetCode,
  network: networkId,
  /** Null: the signer pays nothing on this rail. */
  address: z.string().nullable(),
  /** Null: no node answered. */
  holds: decimal.nullable(),
});
const signer = z.strictObject({
  at: time,
  /** `none`: none is configured. `away`: it does not answer. */
  state: z.enum(['none', 'away', 'ready']),
  problem: z.string().nullable(),
  /** Base64, Ed25519: what attested addresses and answers are checked against. */
  vaultKey: z.string().nullable(),
  rails: z.array(hotWallet),
  /** Payouts that the venue has approved and that are not sent, and why. */
  waiting: z.array(z.strictObject({ payout: id, why: z.string() })),
  payoutsOff: z.boolean(),
});

const rescan = z.strictObject({
  id,
  from: height,
  to: height,
  /** The first block that is not read yet. */
  next: height,
  /** Payments that nobody knew of. */
  found: z.number().int(),
  askedBy: z.string(),
  askedAt: time,
  doneAt: time.nullable(),
  problem: z.string().nullable(),
});
const chain = z.strictObject({
  network: networkId,
  rails: z.array(z.strictObject({ rail: z.number().int(), code: z.string(), asset: assetCode })),
  /** The newest block that was followed; null: none yet. */
  height: height.nullable(),
  followedAt: time.nullable(),
  /** Of the node; null: it does not answer. */
  head: height.nullable(),
  /** Why the chain is not followed now. */
  problem: z.string().nullable(),
  /** Payments in hand: those of the newest blocks, and those that left the chain. */
  observed: z.number().int(),
  rescan: rescan.nullable(),
});
const observation = z.strictObject({
  id: z.string(),
  txHash: z.string(),
  rail: z.number().int().nullable(),
  code: z.string(),
  asset: z.string(),
  to: z.string(),
  tag: z.number().int().nullable(),
  amount: decimal,
  state: z.enum(['seen', 'confirming', 'ready']),
  /** It was told as final, and then left the chain. */
  lost: z.boolean(),
  height: height.nullable(),
  confirmations: z.number().int(),
  needed: z.number().int(),
  deposit: id.nullable(),
  step: z.string().nullable(),
  account: z.number().int().nullable(),
});
export type SignerState = z.output<typeof signer>;
export type ChainState = z.output<typeof chain>;
export type ObservationRow = z.output<typeof observation>;
export type RescanState = z.output<typeof rescan>;

/** How many blocks one rescan may read. */
export const rescanAtMost = 100_000;

export const outsideCalls = {
  'GET signer/get': call({
    ...read('money'),
    summary: 'Whether the signer answers, what its hot wallets hold, and which payouts wait for what',
    weight: 5,
    input: nothing,
    output: signer,
  }),
  'GET rail/list': call({
    ...read('money'),
    summary: 'The chains that are followed: how far, why not, and what is being read again',
    weight: 5,
    input: nothing,
    output: z.array(chain),
  }),
  'GET rail/observations': call({
    ...read('money'),
    summary: 'What was seen on a chain: payments to addresses of customers that are still followed, newest first',
    input: z.strictObject({ network: networkId, ...adminPaging }),
    output: pageOf(observation),
    errors: ['notFound'],
  }),
  'POST rail/rescan': call({
    ...act('money'),
    summary: 'Read blocks of a chain once more. A payment that nobody knew of goes the usual way; one that is known stays as it is',
    input: z.strictObject({ network: networkId, from: height, to: height, reason: note }),
    output: z.strictObject({ rescan: id }),
    errors: ['notFound', 'rescanOpen', 'rescanRange'],
  }),
};
