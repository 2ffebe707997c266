import { House, mayBeNegative } from '@bourse/engine';
import type { AdminOutput } from '@bourse/protocol/admin';
import type { Database } from '../../platform/database.ts';
import type { EnginePort } from '../../sequencer/port.ts';

type Invariants = AdminOutput<'GET ledger/invariants'>;
const shownAtMost = 20;
const signed = Object.values(House).filter(mayBeNegative);

/** What must hold in the histories, each as a query that finds what breaks it. Amounts are minor units. */
const checks: readonly {
  name: string;
  compared: string;
  broken: string;
  named: (row: Record<string, unknown>, code: (asset: number) => string) => string;
}[] = [
  {
    name: 'sumsZero',
    compared: 'SELECT count(DISTINCT asset) AS n FROM balance WHERE venue = $1',
    broken:
      'SELECT asset, sum(available + frozen)::text AS sum FROM balance WHERE venue = $1 GROUP BY asset HAVING sum(available + frozen) <> 0',
    named: ({ asset, sum }, code) => `${code(Number(asset))}: ${sum}`,
  },
  {
    name: 'noneNegative',
    compared: 'SELECT count(*) AS n FROM balance WHERE venue = $1',
    broken: `SELECT account, asset FROM balance WHERE venue = $1 AND (frozen < 0 OR (available < 0 AND account NOT IN (${signed.join(', ')})))`,
    named: ({ account, asset }, code) => `${account} ${code(Number(asset))}`,
  },
  {
    name: 'linesLeadToBalances',
    compared: 'SELECT count(*) AS n FROM balance WHERE venue = $1 AND account >= 100000',
    broken: `SELECT b.account, b.asset FROM balance b JOIN LATERAL (
         SELECT available_after, frozen_after FROM ledger_line l
         WHERE l.venue = b.venue AND l.account = b.account AND l.wallet = b.wallet AND l.asset = b.asset ORDER BY seq DESC, event_index DESC LIMIT 1) last ON true
       WHERE b.venue = $1 AND b.account >= 100000 AND (last.available_after <> b.available OR last.frozen_after <> b.frozen)`,
    named: ({ account, asset }, code) => `${account} ${code(Number(asset))}`,
  },
];

/** The sums of every asset over all accounts, customers and house, from the histories. */
export const sumsOf = (database: Pick<Database, 'query'>, venue: string) =>
  database.query<{ asset: number; sum: string; accounts: bigint }>(
    'SELECT asset, sum(available + frozen)::text AS sum, count(DISTINCT account) AS accounts FROM balance WHERE venue = $1 GROUP BY asset ORDER BY asset',
    [venue],
  );

export async function invariantsOf(database: Database, port: EnginePort, code: (asset: number) => string): Promise<Invariants> {
  const asOf = port.projected();
  const done = [];
  for (const { name, compared, broken, named } of checks) {
    const [count] = await database.query<{ n: bigint }>(compared, [port.venue]);
    const rows = await database.query(`${broken} LIMIT ${shownAtMost}`, [port.venue]);
    done.push({ name, holds: rows.length === 0, compared: Number(count?.n ?? 0), found: rows.map((row) => named(row, code)) });
  }
  return { asOf: String(asOf), checks: done };
}
