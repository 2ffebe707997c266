import { House } from '@bourse/engine';
import type { Reconciliation } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import type { Catalogue } from '../../market/port.ts';
import type { Database } from '../../platform/database.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';

interface Head extends Record<string, unknown> {
  id: bigint;
  at: Date;
  seq: bigint;
  problem: string | null;
  differs: boolean;
}
const heads = `SELECT r.id, r.at, r.seq, r.problem,
  EXISTS (SELECT 1 FROM reconciliation_line l WHERE l.reconciliation_id = r.id AND l.difference <> 0) AS differs FROM reconciliation r`;
const headOf = ({ id, at, seq, problem, differs }: Head) =>
  ({
    ...{ id: String(id), at: at.getTime(), seq: String(seq), problem },
    lamp: problem !== null ? 'unknown' : differs ? 'differs' : 'holds',
  }) as const;
/** Without zeros that say nothing: the column keeps eighteen decimals. */
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** What is held outside against what is owed inside, as it was found each time. */
export function reconcileHandlers(parts: {
  database: Database;
  catalogue: Pick<Catalogue, 'assetById'>;
  act: MakeAct;
  /** Compares now, and keeps what it found. Rejects where something outside does not answer. */
  reconcile(): Promise<void>;
}): AdminHandlers<'GET reconcile/list' | 'GET reconcile/get' | 'POST reconcile/run'> {
  const { database, catalogue, act, reconcile } = parts;
  const code = (asset: number) => catalogue.assetById(asset)?.code ?? String(asset);

  const full = async (wanted: string | undefined): Promise<Reconciliation> => {
    const [head] = await database.query<Head>(`${heads} WHERE $1::bigint IS NULL OR r.id = $1 ORDER BY r.id DESC LIMIT 1`, [
      wanted ?? null,
    ]);
    if (!head) throw new Refusal('notFound');
    type Figure = 'custody' | 'liabilities' | 'simulated' | 'not_credited' | 'being_sent' | 'cost' | 'difference';
    const rows = await database.query<Record<Figure, string> & { asset: number; places: Reconciliation['lines'][number]['places'] }>(
      `SELECT l.asset, l.custody::text, l.liabilities::text, l.simulated::text, l.not_credited::text, l.being_sent::text, l.cost::text, l.difference::text,
         l.places FROM reconciliation_line l WHERE l.reconciliation_id = $1 ORDER BY l.difference = 0, l.asset`,
      [head.id],
    );
    const cases = await database.query<{ id: bigint; asset: string }>(
      "SELECT id, subject->>'asset' AS asset FROM case_file WHERE kind = 'difference' AND step NOT IN ('passed', 'refused', 'cancelled')",
    );
    const caseOf = new Map(cases.map(({ id, asset }) => [asset, String(id)]));
    return {
      ...headOf(head),
      ledgerAccount: House.external,
      lines: rows.map(({ asset, places, ...one }) => ({
        ...{ asset: code(asset), custody: plain(one.custody), liabilities: plain(one.liabilities), simulated: plain(one.simulated) },
        ...{ notCredited: plain(one.not_credited), beingSent: plain(one.being_sent), cost: plain(one.cost) },
        ...{ difference: plain(one.difference), case: caseOf.get(code(asset)) ?? null, places },
      })),
    };
  };

  return {
    'GET reconcile/list': async ({ pageNo, pageSize }) => {
      const rows = await database.query<Head & { total: bigint; assets: bigint; found: { asset: number; difference: string }[] | null }>(
        `SELECT h.*, (SELECT count(*) FROM reconciliation_line l WHERE l.reconciliation_id = h.id) AS assets,
           (SELECT jsonb_agg(jsonb_build_object('asset', l.asset, 'difference', l.difference::text) ORDER BY l.asset)
            FROM reconciliation_line l WHERE l.reconciliation_id = h.id AND l.difference <> 0) AS found
         FROM (SELECT x.*, count(*) OVER () AS total FROM (${heads}) x ORDER BY id DESC LIMIT $1 OFFSET $2) h ORDER BY h.id DESC`,
        [pageSize, (pageNo - 1) * pageSize],
      );
      const list = rows.map(({ assets, found, ...head }) => ({
        ...headOf(head),
        assets: Number(assets),
        differences: (found ?? []).map(({ asset, difference }) => ({ asset: code(asset), difference: plain(difference) })),
      }));
      return { list, total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'GET reconcile/get': ({ id }) => full(id),
    'POST reconcile/run': act('POST reconcile/run', async () => ({
      ...{ subject: 'reconciliation', reason: '', changes: [] },
      answer: { id: '0', at: 0, seq: '0', lamp: 'unknown', problem: null, lines: [], ledgerAccount: House.external },
      after: async () => {
        await reconcile().catch(() => {
          throw new Refusal('comparisonUnfinished');
        });
        return full(undefined);
      },
    })),
  };
}
