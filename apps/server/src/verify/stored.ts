import { firstCustomer } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { PoolClient } from 'pg';
import { happenings } from '../projections/position-tables.ts';
import { storedText } from '../projections/stored-texts.ts';
import type { KeyedTable } from '../projections/tables.ts';
import { rowsOf } from './cursor.ts';
import { type Expected, HappeningHashes, keyText } from './expected.ts';

/** Compares the stored projections with what a replay says they must be. Returns at most `maxFindings` findings. */
export async function compareStored(client: PoolClient, venue: Venue, expected: Expected): Promise<string[]> {
  const findings: string[] = [];
  const note = (finding: string) => {
    if (findings.length < maxFindings) findings.push(finding);
  };
  for (const [table, count] of expected.counts()) {
    const { rows } = await client.query<{ count: bigint }>(`SELECT count(*) AS count FROM ${table} WHERE venue = $1`, [venue]);
    if (Number(rows[0]?.count ?? -1n) !== count) note(`${table} holds ${rows[0]?.count} rows, the replay makes ${count}`);
  }
  const { rows: apart } = await client.query<{ key: string; lines: string; frozen: string }>(apartFromLines, [venue, firstCustomer]);
  for (const { key, lines, frozen } of apart) note(`the lines of ${key} add up to ${lines} and ${frozen} frozen, not to its balance`);
  for (const [table, wanted] of expected.figures) await compareFigures(client, venue, table, wanted, note);
  await compareHappenings(client, venue, expected.happenings, note);
  return findings;
}

async function compareFigures(
  client: PoolClient,
  venue: Venue,
  table: KeyedTable<never>,
  expected: ReadonlyMap<string, string>,
  note: (finding: string) => void,
): Promise<void> {
  let seen = 0;
  for await (const row of rowsOf<Record<string, unknown>>(client, `SELECT * FROM ${table.name} WHERE venue = '${venue}'`)) {
    seen += 1;
    const key = keyText(table.key, (column) => row[column]);
    const [stored, wanted] = [storedText(table, row), expected.get(key)];
    if (wanted === undefined) note(`${table.name} ${key} is stored, but the replay knows none`);
    else if (wanted !== stored) note(`${table.name} ${key} is ${stored}, the replay says ${wanted}`);
  }
  if (seen < expected.size) note(`${expected.size - seen} of ${expected.size} rows of ${table.name} are missing`);
}

async function compareHappenings(
  client: PoolClient,
  venue: Venue,
  expected: HappeningHashes,
  note: (finding: string) => void,
): Promise<void> {
  const stored = new HappeningHashes();
  const query = `SELECT * FROM happening WHERE venue = '${venue}' ORDER BY seq, event_index`;
  for await (const row of rowsOf<{ kind: string }>(client, query)) stored.add(row.kind, storedText(happenings, { ...row }));
  for (const kind of new Set([...expected.kinds.keys(), ...stored.kinds.keys()])) {
    const [wanted, found] = [expected.of(kind), stored.of(kind)];
    if (found.count !== wanted.count) note(`happening holds ${found.count} rows of ${kind}, the replay makes ${wanted.count}`);
    else if (found.digest !== wanted.digest) note(`a stored ${kind} differs from the one that the replay makes`);
  }
}

const maxFindings = 20;

/** Balances that are not the sum of their statement lines. The house's freezes and releases have no lines, so of its balances only the total is. */
const apartFromLines = `SELECT concat_ws('/', account, wallet, asset) AS key, lines, lines_frozen AS frozen
  FROM balance LEFT JOIN (
    SELECT account, wallet, asset, sum(available_delta) AS lines, sum(frozen_delta) AS lines_frozen
    FROM ledger_line WHERE venue = $1 GROUP BY account, wallet, asset) AS added USING (account, wallet, asset)
  WHERE venue = $1 AND CASE WHEN account >= $2 THEN (available, frozen) <> (coalesce(lines, 0), coalesce(lines_frozen, 0))
    ELSE available + frozen <> coalesce(lines + lines_frozen, 0) END
  LIMIT ${maxFindings}`;
