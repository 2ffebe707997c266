import { randomBytes } from 'node:crypto';
import type { Network, Observation, Outcome, Step, Transfer, WatcherState, WatcherStore } from '@bourse/chains';
import type { DepositStep } from '@bourse/protocol';
import { leaveNotices } from '../../notices/left.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Rail, Rails } from '../port.ts';

export interface DepositRow extends Record<string, unknown> {
  number: bigint;
  rail: number;
  external_id: string | null;
  account: number | null;
  customer_id: bigint | null;
  step: DepositStep;
  units: string;
  decimals: number;
  created_at: Date;
  changed_at: Date;
  steps: Partial<Record<DepositStep, number>>;
  expires_at: Date | null;
  due_at: Date | null;
  tx_hash: string | null;
  address: string | null;
  tag: bigint | null;
  confirmations: number | null;
  needed: number | null;
  reason_code: string | null;
  remark: string | null;
  salt: Buffer;
  credited_seq: bigint | null;
}
export const depositColumns =
  'number, rail, external_id, account, customer_id, step, units, decimals, created_at, changed_at, steps, expires_at, due_at, tx_hash, address, tag, confirmations, needed, reason_code, remark, salt, credited_seq';

/** Steps after which a watcher moves nothing any more. */
const ended: readonly DepositStep[] = ['credited', 'refused', 'sentBack', 'reversed', 'expired'];

/** Moves a deposit to a step, and notes when. Undefined when it was not in one of the steps `from`. */
export async function moveDeposit(
  tx: Queryable,
  number: bigint,
  step: DepositStep,
  { from, now, set = '', values = [] }: { from: readonly DepositStep[]; now: number; set?: string; values?: readonly unknown[] },
): Promise<DepositRow | undefined> {
  const [row] = await tx.query<DepositRow>(
    `UPDATE deposit SET step = $2, changed_at = $3, steps = steps || jsonb_build_object($2::text, $4::bigint)${set && `, ${set}`}
     WHERE number = $1 AND step = ANY($5) RETURNING ${depositColumns}`,
    [number, step, new Date(now), now, from, ...values],
  );
  return row;
}

/** How its owner hears that a deposit was refused: each time, once a day for all that were too small, or only in the list. */
export type Telling = 'each' | 'daily' | 'never';

/** Ends a deposit that is not credited, and tells its owner why. */
export async function refuseDeposit(
  tx: Queryable,
  row: Pick<DepositRow, 'number' | 'account'>,
  {
    from,
    reason,
    remark,
    now,
    telling = 'each',
  }: { from: readonly DepositStep[]; reason: string | null; remark: string | null; now: number; telling?: Telling },
): Promise<void> {
  const set = { set: 'reason_code = $6, remark = $7', values: [reason, remark] };
  const moved = await moveDeposit(tx, row.number, 'refused', { from, now, ...set });
  if (moved?.account == null || telling === 'never') return;
  const { number, account } = moved;
  const params = { no: String(number), remark: remark ?? '' };
  // A deposit that is claimed again and refused again is told again. Of one subject, a customer has one notice.
  const subject = telling === 'daily' ? `deposit:small:${new Date(now).toISOString().slice(0, 10)}` : `deposit:${number}:${now}`;
  await leaveNotices(tx, 'real', [{ account, kind: 'deposit.rejected', params, subject, time: now }]);
}

interface StoredTransfer extends Omit<Transfer, 'units'> {
  units: string;
}
type StoredObservation = Omit<Observation, 'transfer'> & { transfer: StoredTransfer };
const toStore = ({ transfer, ...rest }: Observation): StoredObservation => ({
  ...rest,
  transfer: { ...transfer, units: String(transfer.units) },
});
const fromStore = ({ transfer, ...rest }: StoredObservation): Observation => ({
  ...rest,
  transfer: { ...transfer, units: BigInt(transfer.units) },
});

export interface StoreParts {
  database: Database;
  clock: { now(): number };
  rails: Rails;
  network: Network;
  /** Something that no honest chain does, or that people have to look at. */
  alarm(tx: Queryable, text: string, rail: number | undefined): Promise<void>;
  /** A credited deposit left the chain. */
  lost(tx: Queryable, deposit: DepositRow): Promise<void>;
}

/** The rail of a transfer on a network: by its token. */
export const railOf = (rails: Rails, network: Network, token: string | undefined): Rail | undefined =>
  rails.all().find(({ source }) => source.kind === 'chain' && source.network === network && source.token === token);

/** What a watcher knows, and the deposits that follow from it, in one transaction. */
export function depositStore({ database, clock, rails, network, alarm, lost }: StoreParts): WatcherStore {
  /** Whose address it is; a network with tags tells customers apart by the tag. */
  const ownerOf = async (tx: Queryable, { to, tag }: Transfer) => {
    const [row] = await tx.query<{ account: number; customer_id: bigint }>(
      'SELECT account, customer_id FROM deposit_address WHERE network = $1 AND address = $2 AND tag IS NOT DISTINCT FROM $3',
      [network, to, tag ?? null],
    );
    return row;
  };

  const write = async (tx: Queryable, one: Observation): Promise<void> => {
    const { transfer } = one;
    const rail = railOf(rails, network, transfer.token);
    if (rail === undefined || rail.source.kind !== 'chain') return;
    const now = clock.now();
    const [known] = await tx.query<DepositRow>(`SELECT ${depositColumns} FROM deposit WHERE rail = $1 AND external_id = $2`, [
      rail.rail,
      one.id,
    ]);
    const step: DepositStep = one.state === 'ready' ? 'ready' : one.block === undefined ? 'gone' : 'confirming';
    if (known === undefined) {
      // What a hot wallet sends to an address so that it can be swept is nobody's deposit.
      const [fuel] = await tx.query('SELECT 1 FROM sweep WHERE network = $1 AND fuel_hash = $2', [network, transfer.txHash]);
      if (fuel !== undefined) return;
      const owner = await ownerOf(tx, transfer);
      await tx.query(
        `INSERT INTO deposit (rail, external_id, account, customer_id, step, units, decimals, created_at, changed_at, steps, tx_hash, address, tag, confirmations, needed, salt)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT (rail, external_id) DO NOTHING`,
        [
          ...[rail.rail, one.id, owner?.account ?? null, owner?.customer_id ?? null, step, String(transfer.units), rail.source.decimals],
          ...[new Date(now), JSON.stringify({ seen: now, [step]: now }), transfer.txHash, transfer.to, transfer.tag ?? null],
          ...[one.confirmations, one.needed, randomBytes(32)],
        ],
      );
      return;
    }
    await tx.query('UPDATE deposit SET confirmations = $2, needed = $3 WHERE number = $1', [known.number, one.confirmations, one.needed]);
    if (!ended.includes(known.step) && known.step !== 'review' && known.step !== step)
      await moveDeposit(tx, known.number, step, { from: ['seen', 'confirming', 'gone', 'ready'], now });
  };

  const follow = async (tx: Queryable, outcome: Outcome): Promise<void> => {
    const rail = railOf(rails, network, outcome.transfer.token);
    if (outcome.kind === 'changed')
      return alarm(
        tx,
        `The payment ${outcome.id} on ${network} changed from ${outcome.before.units} to ${outcome.transfer.units} units.`,
        rail?.rail,
      );
    if (outcome.kind === 'ready' || rail === undefined) return;
    const [row] = await tx.query<DepositRow>(`SELECT ${depositColumns} FROM deposit WHERE rail = $1 AND external_id = $2`, [
      rail.rail,
      outcome.id,
    ]);
    // The venue credits each deposit once: people make this one good.
    if (outcome.kind === 'returned') {
      if (row?.step !== 'reversed') return;
      return alarm(
        tx,
        `The payment ${outcome.id} of deposit ${row.number} is on ${network} again, and the deposit was taken back.`,
        rail.rail,
      );
    }
    if (row?.step === 'credited') await lost(tx, row);
    else if (row !== undefined) await moveDeposit(tx, row.number, 'gone', { from: ['ready', 'confirming', 'seen'], now: clock.now() });
  };

  return {
    async load(): Promise<WatcherState | undefined> {
      const [tip] = await database.query<{ blocks: WatcherState['blocks'] }>('SELECT blocks FROM chain_tip WHERE network = $1', [network]);
      if (tip === undefined) return undefined;
      const rows = await database.query<{ observation: StoredObservation }>(
        'SELECT observation FROM chain_observation WHERE network = $1',
        [network],
      );
      return { blocks: tip.blocks, observations: new Map(rows.map(({ observation }) => [observation.id, fromStore(observation)])) };
    },
    save: ({ state, changed, forgotten, outcomes }: Step) =>
      database.transaction(async (tx) => {
        await tx.query(
          'INSERT INTO chain_tip (network, blocks, at) VALUES ($1, $2, $3) ON CONFLICT (network) DO UPDATE SET blocks = $2, at = $3',
          [network, JSON.stringify(state.blocks), new Date(clock.now())],
        );
        for (const one of changed) {
          await tx.query(
            'INSERT INTO chain_observation (network, id, observation) VALUES ($1, $2, $3) ON CONFLICT (network, id) DO UPDATE SET observation = $3',
            [network, one.id, JSON.stringify(toStore(one))],
          );
          await write(tx, one);
        }
        if (forgotten.length > 0) await tx.query('DELETE FROM chain_observation WHERE network = $1 AND id = ANY($2)', [network, forgotten]);
        for (const outcome of outcomes) await follow(tx, outcome);
      }),
  };
}
