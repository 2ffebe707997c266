import { referenceOf } from '@bourse/bank-files';
import { divCeil, formatUnits, trimZeros } from '@bourse/money';
import type { DepositDetail, DepositItem, DepositReason, DepositStep, WaitsFor } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Database } from '../../platform/database.ts';
import type { Rail, Rails } from '../port.ts';
import { creditable } from './credit.ts';
import { type DepositRow, depositColumns } from './store.ts';

const chainWay: readonly DepositStep[] = ['seen', 'confirming', 'ready', 'credited'];
const orderWay: readonly DepositStep[] = ['awaiting', 'submitted', 'matched', 'review', 'credited'];
const ends: readonly DepositStep[] = ['credited', 'refused', 'expired', 'sentBack', 'reversed'];
const status: Partial<Record<DepositStep, DepositItem['status']>> = {
  expired: -2,
  refused: -1,
  sentBack: -1,
  credited: 1,
  reversed: -1,
  review: 2,
};

const isChain = ({ channel }: Rail) => channel === 1;

function actorOf(step: DepositStep, rail: Rail): WaitsFor | null {
  if (ends.includes(step)) return null;
  if (step === 'awaiting') return 'you';
  if (step === 'ready' || step === 'matched') return 'exchange';
  if (step === 'review') return 'operators';
  if (step === 'submitted') return rail.source.kind === 'bank' ? 'bank' : rail.source.kind === 'provider' ? 'provider' : 'operators';
  return 'network';
}

/** The stations of this deposit: where it was, where it is, and where it will be. */
function wayOf(row: DepositRow, rail: Rail): readonly DepositStep[] {
  const usual = isChain(rail) ? chainWay : orderWay;
  const reviewed =
    row.steps.review !== undefined && !usual.includes('review')
      ? usual.flatMap((step) => (step === 'credited' ? ['review' as const, step] : [step]))
      : usual;
  if (reviewed.includes(row.step)) return reviewed;
  // An end, or a station beside the usual way: what was reached, and it.
  return [...reviewed.filter((step) => row.steps[step] !== undefined), row.step];
}

interface Receipt {
  seq: bigint;
  event_index: number;
}

/** Deposits as their owners see them. */
export function createDepositReads({ database, rails }: { database: Database; rails: Rails }) {
  const itemOf = (row: DepositRow, rail: Rail, receipt: Receipt | undefined): DepositItem => {
    const { asset, source } = rail;
    const { amount, fee, net } = creditable(row, rail);
    const money = (units: bigint) => trimZeros(formatUnits(units, asset.scale));
    const way = wayOf(row, rail);
    const next = ends.includes(row.step) ? undefined : way[way.indexOf(row.step) + 1];
    return {
      ...{
        id: String(row.number),
        no: isChain(rail) ? String(row.number) : referenceOf(Number(row.number)),
        channel: rail.rail,
        recharge: rail.channel,
      },
      ...{ method: rail.method, asset: asset.code, networkName: rail.networkName, network: 'network' in source ? source.network : null },
      pays: source.kind === 'desk' ? source.pays.code : source.kind === 'bank' ? source.currency.code : asset.code,
      ...{ amount: money(amount), fee: money(fee), net: money(net) },
      ...{ status: status[row.step] ?? 0, step: row.step, nextStep: next ?? null, waitsFor: actorOf(row.step, rail) },
      ...{ createdAt: row.created_at.getTime(), changedAt: row.changed_at.getTime() },
      dueAt: (row.due_at ?? row.expires_at)?.getTime() ?? null,
      ...{ txHash: row.tx_hash, confirmations: row.confirmations, needed: row.needed },
      ...{ reasonCode: row.reason_code as DepositReason | null, remark: row.remark },
      receipt: receipt ? { kind: 'deposit', seq: String(receipt.seq), index: receipt.event_index } : null,
    };
  };
  /** The receipt of each credited one: its first event. */
  const receiptsOf = async (rows: readonly DepositRow[]): Promise<Map<string, Receipt>> => {
    const numbers = rows.filter(({ step }) => step === 'credited' || step === 'reversed').map(({ number }) => number);
    if (numbers.length === 0) return new Map();
    const found = await database.query<Receipt & { key: bigint } & Record<string, unknown>>(
      "SELECT DISTINCT ON (key) key, seq, event_index FROM happening WHERE venue = 'real' AND kind = 'deposit' AND key = ANY($1) ORDER BY key, seq",
      [numbers],
    );
    return new Map(found.map((one) => [String(one.key), one]));
  };
  const known = (rows: readonly DepositRow[]) => rows.flatMap((row) => ((rail) => (rail ? [{ row, rail }] : []))(rails.get(row.rail)));
  const items = async (rows: readonly DepositRow[]) => {
    const receipts = await receiptsOf(rows);
    return known(rows).map(({ row, rail }) => itemOf(row, rail, receipts.get(String(row.number))));
  };
  const details = async (rows: readonly DepositRow[]): Promise<DepositDetail[]> => {
    const receipts = await receiptsOf(rows);
    return known(rows).map(({ row, rail }) => ({
      ...itemOf(row, rail, receipts.get(String(row.number))),
      address: row.address,
      tag: row.tag === null ? null : Number(row.tag),
      timeline: wayOf(row, rail).map((step) => ({ step, at: row.steps[step] ?? null, by: actorOf(step, rail) ?? 'exchange' })),
    }));
  };
  return {
    items,
    details,
    rowOf: async (customerId: string, id: string): Promise<DepositRow> => {
      const [row] = await database.query<DepositRow>(`SELECT ${depositColumns} FROM deposit WHERE number = $1 AND customer_id = $2`, [
        id,
        customerId,
      ]);
      if (row === undefined) throw new Refusal('depositUnknown');
      return row;
    },
    rowsOf: (customerId: string, ids: readonly string[]) =>
      database.query<DepositRow>(
        `SELECT ${depositColumns} FROM deposit WHERE customer_id = $1 AND number = ANY($2::bigint[]) ORDER BY number DESC`,
        [customerId, ids],
      ),
  };
}
export type DepositReads = ReturnType<typeof createDepositReads>;
export const statusSteps = (wanted: number): readonly DepositStep[] => {
  const named = Object.entries(status).flatMap(([step, value]) => (value === wanted ? [step as DepositStep] : []));
  return wanted === 0 ? (['awaiting', 'submitted', 'seen', 'confirming', 'ready', 'matched', 'gone'] as const) : named;
};
/** How many smallest units of a rail an amount is: what the customer types. */
export const unitsOut = (amount: bigint, scale: number, decimals: number): bigint =>
  decimals >= scale ? amount * 10n ** BigInt(decimals - scale) : divCeil(amount, 10n ** BigInt(scale - decimals));
