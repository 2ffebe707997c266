import { createHash } from 'node:crypto';
import type { AnnouncedCommand, ApprovedCommand, Command, EngineReader } from '@bourse/engine';
import type { Database } from '../../platform/database.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { decidedForm, sameCommand } from '../../sequencer/send-decided.ts';

/** A command that a venue needs once for each content. */
export interface Definition {
  kind: 'asset' | 'instrument' | 'contract' | 'timed' | 'swap' | 'earn' | 'loan' | 'levels' | 'stock' | 'calendar';
  id: number;
  command: Command;
  /** The part that is compared with the last one sent: the whole command, unless the engine may change some of it. */
  words?: unknown;
  /** Whether the engine has it. The table of sent commands may have survived a lost journal, so it proves nothing. */
  known(engine: EngineReader): boolean;
}

const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one)))
    .digest('hex');

/** Terms that customers have. */
const terms: ReadonlySet<string> = new Set<AnnouncedCommand['kind']>([
  ...([
    'defineInstrument',
    'defineContract',
    'defineTimed',
    'defineSwap',
    'defineEarn',
    'defineLoan',
    'defineLevels',
    'defineStock',
  ] as const),
]);

/**
 * What a venue begins with is defined. Everything after that is announced: what is new or better holds at once, and what is worse for anybody waits for its
 * notice. The engine withdraws a change that waits when the file has the terms in force again.
 */
const announcing = (command: Command, reason: string): Command =>
  terms.has(command.kind) ? { kind: 'announceChange', body: command as AnnouncedCommand, origin: 'file', reason, from: 0 } : command;

/**
 * Whether a sealed venue has a definition already, or has announced it: it was proposed, and people approved it. Sessions that are over are not compared: an engine keeps
 * those that it had.
 */
function has(engine: EngineReader, command: Command): boolean {
  if (engine.pendingChanges().some(({ body }) => sameCommand(body, command))) return true;
  const current = engine.inForce(command as ApprovedCommand);
  if (current?.kind !== 'defineCalendar' || command.kind !== 'defineCalendar') return sameCommand(current, command);
  const ahead = (sessions: readonly { open: number; close: number }[]) =>
    sessions.filter(({ open }) => open > engine.time).map(({ open, close }) => `${open}-${close}`);
  return ahead(current.sessions).join() === ahead(command.sessions).join();
}

/** Commands in flight together. A first start sends about two hundred. */
const groupSize = 256;

/**
 * Sends a venue's engine, in order, the commands whose content is new. Returns how many it sent. They travel in groups, so that a first start does
 * not wait for one journal write per command. On a sealed venue they become proposals, once each; the next start finds what people approved.
 */
export async function tell(port: EnginePort, database: Database, definitions: readonly Definition[], why = ''): Promise<number> {
  const rows = await database.query<{ kind: string; id: number; digest: string }>(
    'SELECT kind, id, digest FROM market_definition WHERE venue = $1',
    [port.venue],
  );
  const told = new Map(rows.map(({ kind, id, digest }) => [`${kind}:${id}`, digest]));
  const { value: due } = await port.read((engine) => {
    const begun = definitions.some(({ kind, known }) => kind === 'instrument' && known(engine));
    return definitions
      .map((one) => ({ ...one, digest: digestOf(one.words ?? one.command) }))
      .filter((one) => told.get(`${one.kind}:${one.id}`) !== one.digest || !one.known(engine))
      .map((one) => {
        const command = begun ? announcing(one.command, why) : one.command;
        const done = engine.sealed && has(engine, one.command);
        return { ...one, form: done ? undefined : decidedForm(engine, command, why), done: done || !engine.sealed };
      })
      .filter(({ form, done }) => done || form !== undefined);
  });
  for (let from = 0; from < due.length; from += groupSize) {
    const group = due.slice(from, from + groupSize);
    const answers = await Promise.all(group.map(({ form }) => form && port.submit({ account: 0, command: form })));
    answers.forEach((answer, index) => {
      const { kind, id } = group[index]!;
      const outcome = answer?.outcome;
      if (outcome?.ok === false)
        throw new Error(`${port.venue}: ${kind} ${id} was refused: ${outcome.error} ${JSON.stringify(outcome.detail ?? {})}`);
    });
    // What waits for people is told when they have approved it.
    const settled = group.filter(({ done }) => done);
    await database.query(
      `INSERT INTO market_definition (venue, kind, id, digest) SELECT $1, * FROM unnest($2::text[], $3::int[], $4::text[])
       ON CONFLICT (venue, kind, id) DO UPDATE SET digest = EXCLUDED.digest`,
      [port.venue, settled.map(({ kind }) => kind), settled.map(({ id }) => id), settled.map(({ digest }) => digest)],
    );
  }
  return due.length;
}
