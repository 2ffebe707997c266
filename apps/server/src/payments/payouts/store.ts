import type { PasskeyAssertion } from '@bourse/protocol';
import type { Queryable } from '../../platform/database.ts';

/** A request as it was proved. */
export interface RequestRow extends Record<string, unknown> {
  account: number;
  command_id: string;
  customer_id: bigint;
  evidence: string;
  evidence_salt: Buffer;
  input: string;
  proof_id: string;
  factor: 'totp' | 'passkey';
  key: Buffer | null;
  assertion: PasskeyAssertion | null;
  flags: number;
}
const requestColumns = 'account, command_id, customer_id, evidence, evidence_salt, input, proof_id, factor, key, assertion, flags';

export const requestOf = async (db: Queryable, account: number, commandId: string): Promise<RequestRow | undefined> =>
  (
    await db.query<RequestRow>(`SELECT ${requestColumns} FROM payout_request WHERE account = $1 AND command_id = $2`, [account, commandId])
  )[0];

/** The request that a payout of the engine was asked for with: no other has its evidence. */
export const requestWith = async (db: Queryable, evidence: string): Promise<RequestRow | undefined> =>
  (await db.query<RequestRow>(`SELECT ${requestColumns} FROM payout_request WHERE evidence = $1`, [evidence]))[0];

/** What is being sent. */
export interface SentRow extends Record<string, unknown> {
  number: bigint;
  network: string;
  sent_at: Date;
  raw: string | null;
  hashes: string[];
  consumes: Consumed | null;
  fee: unknown;
  bumped_at: Date | null;
  last_height: bigint | null;
  last_time: bigint | null;
  rival_height: bigint | null;
  refusal: string | null;
  tx_hash: string | null;
  confirmations: number | null;
  final_hash: string | null;
  ended_at: Date | null;
}
export type Consumed = { kind: 'nonce'; nonce: number } | { kind: 'inputs'; inputs: readonly { txHash: string; output: number }[] };
const sentColumns =
  'number, network, sent_at, raw, hashes, consumes, fee, bumped_at, last_height, last_time, rival_height, refusal, tx_hash, confirmations, final_hash, ended_at';

export const sentOf = async (db: Queryable, numbers: readonly number[]): Promise<Map<number, SentRow>> => {
  const rows = await db.query<SentRow>(`SELECT ${sentColumns} FROM payout_sent WHERE number = ANY($1::bigint[])`, [numbers]);
  return new Map(rows.map((row) => [Number(row.number), row]));
};

/** A transaction of it is signed: only the chain can prove that it never happens. */
export const mayArrive = (sent: SentRow | undefined): boolean => sent !== undefined && sent.raw !== null;
