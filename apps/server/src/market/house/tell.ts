import { createHash } from 'node:crypto';
import type { Command, EngineReader } from '@bourse/engine';
import type { Database } from '../../platform/database.ts';
import type { EnginePort } from '../../sequencer/port.ts';

/** Something a venue is told once, in these words. */
export interface Definition {
  kind: 'asset' | 'instrument' | 'contract' | 'timed' | 'stock' | 'calendar';
  id: number;
  command: Command;
  /** What is compared with what was told before; the command unless a part of it is the engine's own to change. */
  words?: unknown;
  /** Whether the engine shows it: a table of what was told, which survived a lost journal, proves nothing. */
  known(engine: EngineReader): boolean;
}

const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one)))
    .digest('hex');

/** Commands on their way together; a first start has about two hundred. */
const groupSize = 256;

/**
 * Tells a venue's engine what it was not told before in the same words, in order; returns how many that were. They travel in groups, so that a first start
 * waits for one write of the journal and not for each.
 */
export async function tell(port: EnginePort, database: Database, definitions: readonly Definition[]): Promise<number> {
  const rows = await database.query<{ kind: string; id: number; digest: string }>(
    'SELECT kind, id, digest FROM market_definition WHERE venue = $1',
    [port.venue],
  );
  const told = new Map(rows.map(({ kind, id, digest }) => [`${kind}:${id}`, digest]));
  const { value: due } = await port.read((engine) =>
    definitions
      .map((one) => ({ ...one, digest: digestOf(one.words ?? one.command) }))
      .filter((one) => told.get(`${one.kind}:${one.id}`) !== one.digest || !one.known(engine)),
  );
  for (let from = 0; from < due.length; from += groupSize) {
    const group = due.slice(from, from + groupSize);
    const answers = await Promise.all(group.map(({ command }) => port.submit({ account: 0, command })));
    answers.forEach(({ outcome }, index) => {
      const { kind, id } = group[index]!;
      if (!outcome.ok)
        throw new Error(`${port.venue}: ${kind} ${id} was refused: ${outcome.error} ${JSON.stringify(outcome.detail ?? {})}`);
    });
    await database.query(
      `INSERT INTO market_definition (venue, kind, id, digest) SELECT $1, * FROM unnest($2::text[], $3::int[], $4::text[])
       ON CONFLICT (venue, kind, id) DO UPDATE SET digest = EXCLUDED.digest`,
      [port.venue, group.map(({ kind }) => kind), group.map(({ id }) => id), group.map(({ digest }) => digest)],
    );
  }
  return due.length;
}
