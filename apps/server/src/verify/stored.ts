import { firstCustomer } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { PoolClient } from 'pg';
import type { Expected } from './expected.ts';
import { comparePositions } from './stored-positions.ts';

/** Compares the stored projections with what a replay says they must be. Returns at most `maxFindings` findings. */
export async function compareStored(client: PoolClient, venue: Venue, expected: Expected): Promise<string[]> {
  const findings: string[] = [];
  const note = (finding: string) => {
    if (findings.length < maxFindings) findings.push(finding);
  };
  for (const [table, count] of [
    ['orders', expected.orders.size],
    ['fills', expected.fills],
    ['ledger_line', expected.lines],
    ['transfers', expected.transfers],
    ['command_outcome', expected.answers],
    ['order_terms', expected.terms.size],
    ['funding_round', expected.fundingRounds],
    ['margin_warning', expected.warnings],
    ['instrument_rule', expected.rules],
  ] as const) {
    const { rows } = await client.query<{ count: bigint }>(`SELECT count(*) AS count FROM ${table} WHERE venue = $1`, [venue]);
    if (Number(rows[0]?.count ?? -1n) !== count) note(`${table} holds ${rows[0]?.count} rows, the replay makes ${count}`);
  }
  await compareFunding(client, venue, expected, note);
  const seen = new Set<string>();
  for await (const row of storedBalances(client, venue)) {
    const key = `${row.account}/${row.wallet}/${row.asset}`;
    seen.add(key);
    const wanted = expected.balances.get(key);
    if (!wanted) {
      note(`balance ${key} is stored, but the replay knows none`);
      continue;
    }
    if (BigInt(row.available) !== wanted.available || BigInt(row.frozen) !== wanted.frozen) {
      note(`balance ${key} is ${row.available} and ${row.frozen} frozen, the replay says ${wanted.available} and ${wanted.frozen}`);
    }
    const [lines, frozenLines] = [BigInt(row.lines), BigInt(row.frozen_lines)];
    const adds =
      row.account >= firstCustomer
        ? lines === wanted.available && frozenLines === wanted.frozen
        : lines + frozenLines === wanted.available + wanted.frozen;
    if (!adds) note(`the lines of ${key} add up to ${lines} and ${frozenLines} frozen, not to its balance`);
  }
  for (const key of expected.balances.keys()) if (!seen.has(key)) note(`balance ${key} is missing`);
  await comparePositions(client, venue, expected, note);
  return findings;
}

/** A row of a funding round is written when the round begins and changed when it is over, so counting the rows is not enough. */
async function compareFunding(
  client: Pick<PoolClient, 'query'>,
  venue: Venue,
  expected: Expected,
  note: (finding: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ paid: string; received: string }>(
    'SELECT coalesce(sum(paid), 0)::text AS paid, coalesce(sum(received), 0)::text AS received FROM funding_round WHERE venue = $1',
    [venue],
  );
  const { paid = '', received = '' } = rows[0] ?? {};
  if (paid !== String(expected.fundingPaid) || received !== String(expected.fundingReceived))
    note(`funding rounds paid ${paid} and received ${received}, the replay says ${expected.fundingPaid} and ${expected.fundingReceived}`);
}

const maxFindings = 20;

interface StoredBalance {
  account: number;
  wallet: number;
  asset: number;
  available: string;
  frozen: string;
  lines: string;
  frozen_lines: string;
}

async function* storedBalances(client: PoolClient, venue: Venue): AsyncGenerator<StoredBalance> {
  await client.query(
    `DECLARE stored NO SCROLL CURSOR FOR
     SELECT b.account, b.wallet, b.asset, b.available, b.frozen, coalesce(l.available, 0) AS lines, coalesce(l.frozen, 0) AS frozen_lines
     FROM balance b LEFT JOIN (
       SELECT account, wallet, asset, sum(available_delta) AS available, sum(frozen_delta) AS frozen
       FROM ledger_line WHERE venue = '${venue}' GROUP BY account, wallet, asset) l USING (account, wallet, asset)
     WHERE b.venue = '${venue}'`,
  );
  for (;;) {
    const { rows } = await client.query<StoredBalance>('FETCH 10000 FROM stored');
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE stored');
}
