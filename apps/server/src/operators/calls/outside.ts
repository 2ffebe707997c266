import { formatUnits, trimZeros } from '@bourse/money';
import { type RescanState, rescanAtMost } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import type { OutsideState } from '../../payments/outside/state.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';

export interface OutsideParts {
  database: Database;
  clock: Now;
  act: MakeAct;
  outside: OutsideState;
}

interface Tip extends Record<string, unknown> {
  network: string;
  height: bigint | null;
  at: Date;
  observed: bigint;
}
interface RescanRow extends Record<string, unknown> {
  id: bigint;
  network: string;
  from_height: bigint;
  to_height: bigint;
  next_height: bigint;
  found: number;
  name: string;
  asked_at: Date;
  done_at: Date | null;
  problem: string | null;
}
interface Seen extends Record<string, unknown> {
  id: string;
  observation: {
    transfer: { txHash: string; to: string; tag?: number; token?: string; units: string };
    state: 'seen' | 'confirming' | 'ready';
    block?: { height: number };
    confirmations: number;
    needed: number;
    lost: boolean;
  };
  number: bigint | null;
  step: string | null;
  account: number | null;
  total: bigint;
}

const rescanOf = (row: RescanRow): RescanState => ({
  ...{ id: String(row.id), from: Number(row.from_height), to: Number(row.to_height), next: Number(row.next_height), found: row.found },
  ...{ askedBy: row.name, askedAt: row.asked_at.getTime(), doneAt: row.done_at?.getTime() ?? null, problem: row.problem },
});

/** The signer, the chains, and what was seen on them. */
export function outsideHandlers({
  database,
  clock,
  act,
  outside,
}: OutsideParts): AdminHandlers<'GET signer/get' | 'GET rail/list' | 'GET rail/observations' | 'POST rail/rescan'> {
  const chainOf = async (network: string) => {
    const found = (await outside.chains()).find((one) => one.network === network);
    if (found === undefined) throw new Refusal('notFound');
    return found;
  };
  return {
    'GET signer/get': async () => ({ at: clock.now(), ...(await outside.signer()) }),
    'GET rail/list': async () => {
      const chains = await outside.chains();
      const tips = await database.query<Tip>(
        `SELECT t.network, (t.blocks->-1->>'height')::bigint AS height, t.at,
           (SELECT count(*) FROM chain_observation o WHERE o.network = t.network) AS observed FROM chain_tip t`,
      );
      const rescans = await database.query<RescanRow>(
        `SELECT DISTINCT ON (r.network) r.*, o.name FROM chain_rescan r JOIN operator o ON o.id = r.asked_by ORDER BY r.network, r.id DESC`,
      );
      return chains.map(({ network, rails, head, problem }) => {
        const tip = tips.find((one) => one.network === network);
        const last = rescans.find((one) => one.network === network);
        return {
          ...{ network, head, problem, rails: rails.map(({ rail, code, asset }) => ({ rail, code, asset: asset.code })) },
          height: tip?.height == null ? null : Number(tip.height),
          followedAt: tip?.at.getTime() ?? null,
          observed: Number(tip?.observed ?? 0),
          rescan: last ? rescanOf(last) : null,
        };
      });
    },
    'GET rail/observations': async ({ network, pageNo, pageSize }) => {
      const { rails } = await chainOf(network);
      const rows = await database.query<Seen>(
        `SELECT o.id, o.observation, d.number, d.step, d.account, count(*) OVER () AS total FROM chain_observation o
         LEFT JOIN deposit d ON d.external_id = o.id AND d.rail = ANY($4::integer[]) WHERE o.network = $1
         ORDER BY (o.observation->'block'->>'height')::bigint DESC NULLS FIRST, o.id LIMIT $2 OFFSET $3`,
        [network, pageSize, (pageNo - 1) * pageSize, rails.map(({ rail }) => rail)],
      );
      const list = rows.map(({ id, observation, number, step, account }) => {
        const { transfer, state, block, confirmations, needed, lost } = observation;
        const rail = rails.find(({ source }) => source.token === transfer.token);
        return {
          ...{ id, txHash: transfer.txHash, to: transfer.to, tag: transfer.tag ?? null, state, lost, confirmations, needed },
          ...{ rail: rail?.rail ?? null, code: rail?.code ?? '', asset: rail?.asset.code ?? '' },
          amount: trimZeros(formatUnits(BigInt(transfer.units), rail?.source.decimals ?? 0)),
          height: block?.height ?? null,
          ...{ deposit: number === null ? null : String(number), step, account },
        };
      });
      return { list, total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'POST rail/rescan': act('POST rail/rescan', async (tx, { network, from, to, reason }, { operator }) => {
      await chainOf(network);
      const [tip] = await tx.query<{ height: bigint | null }>(
        "SELECT (blocks->-1->>'height')::bigint AS height FROM chain_tip WHERE network = $1",
        [network],
      );
      if (tip?.height == null) throw new Refusal('notFound');
      // What is newer is read anyway.
      if (to < from || to > Number(tip.height) || to - from >= rescanAtMost)
        throw new Refusal('rescanRange', { count: rescanAtMost, height: String(tip.height) });
      const [row] = await tx.query<{ id: bigint }>(
        `INSERT INTO chain_rescan (network, from_height, to_height, next_height, asked_by, asked_at) VALUES ($1, $2, $3, $2, $4, $5)
         ON CONFLICT DO NOTHING RETURNING id`,
        [network, from, to, Number(operator.operatorId), new Date(clock.now())],
      );
      if (row === undefined) throw new Refusal('rescanOpen');
      const answer = { rescan: String(row.id) };
      return { subject: `rescan ${network}`, reason, changes: [{ field: 'blocks', before: null, after: `${from}-${to}` }], answer };
    }),
  };
}
