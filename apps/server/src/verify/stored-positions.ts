import type { MarkEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { PoolClient } from 'pg';
import { type PositionRow, positionOf } from '../positions/position-rows.ts';
import type { SettlementEvent } from '../projections/rows.ts';
import { type TimedRow, timedOf } from '../timed/timed-rows.ts';
import { type Expected, positionFigures, SettlementHash, timedFigures } from './expected.ts';

/** Compares the stored positions, timed contracts and settlements with the replay, figure by figure. */
export async function comparePositions(
  client: PoolClient,
  venue: Venue,
  expected: Expected,
  note: (finding: string) => void,
): Promise<void> {
  const positions = rowsOf<PositionRow>(client, `SELECT * FROM positions WHERE venue = '${venue}'`);
  await compare(
    'position',
    figured(positions, positionOf, ({ position }) => position, positionFigures),
    expected.positions,
    note,
  );
  const timed = rowsOf<TimedRow>(client, `SELECT * FROM timed_contract WHERE venue = '${venue}'`);
  await compare(
    'timed contract',
    figured(timed, timedOf, (one) => one.timed, timedFigures),
    expected.timed,
    note,
  );
  const stored = new SettlementHash();
  const events = `SELECT event, mark FROM settlement WHERE venue = '${venue}' ORDER BY seq, event_index`;
  for await (const { event, mark } of rowsOf<{ event: SettlementEvent; mark: MarkEvent | null }>(client, events)) stored.add(event, mark);
  if (stored.count !== expected.settlements.count)
    note(`settlement holds ${stored.count} rows, the replay makes ${expected.settlements.count}`);
  else if (!stored.agrees(expected.settlements)) note('a stored settlement differs from the one that the replay makes');
}

async function compare(
  what: string,
  stored: AsyncGenerator<[number, string]>,
  expected: ReadonlyMap<number, string>,
  note: (finding: string) => void,
): Promise<void> {
  let seen = 0;
  for await (const [id, figures] of stored) {
    seen += 1;
    const wanted = expected.get(id);
    if (wanted === undefined) note(`${what} ${id} is stored, but the replay knows none`);
    else if (wanted !== figures) note(`${what} ${id} is ${figures}, the replay says ${wanted}`);
  }
  if (seen < expected.size) note(`${expected.size - seen} of ${expected.size} rows of ${what} are missing`);
}

async function* figured<Row, Facts>(
  rows: AsyncGenerator<Row>,
  factsOf: (row: Row) => Facts,
  idOf: (facts: Facts) => number,
  figuresOf: (facts: Facts) => string,
): AsyncGenerator<[number, string]> {
  for await (const row of rows) {
    const facts = factsOf(row);
    yield [idOf(facts), figuresOf(facts)];
  }
}

async function* rowsOf<Row extends object>(client: PoolClient, query: string): AsyncGenerator<Row> {
  await client.query(`DECLARE leverage NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>('FETCH 10000 FROM leverage');
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE leverage');
}
