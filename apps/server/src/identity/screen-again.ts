import type { Effect } from '../cases/carry-out.ts';
import { openCase } from '../cases/machine.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import { eachAlone, inTurns } from '../platform/in-turns.ts';
import { anchor } from '../sequencer/anchor.ts';
import type { Venues } from '../sequencer/port.ts';
import type { Finding, Identity } from './identity.ts';
import type { Lists } from './lists.ts';

/** People compared in one run of the job. */
const atOnce = 500;

interface Passed {
  id: bigint;
  customer_id: bigint;
  venue: 'real' | 'demo';
  account: number | null;
  level: number;
  findings: Finding[];
}

/**
 * Compares everybody who has a level with the lists that have entered into force since. Entries that people have looked at before are left out; each new one opens a case.
 * Safe to run twice: a person and the lists' number are marked in the transaction that opens the case. An application that cannot be read holds up no other.
 */
export function createScreening(parts: { database: Database; clock: Now; lists: Lists; identity: Identity }): () => Promise<void> {
  const { database, clock, lists, identity } = parts;
  let version = 0;
  const unscreened = inTurns(
    atOnce,
    (after, size) =>
      database.query<Passed>(
        `SELECT a.id, a.customer_id, c.venue, c.account, a.level, a.findings FROM identity_application a JOIN customer c ON c.id = a.customer_id
         WHERE a.status = 1 AND a.screened_by < $1 AND a.sealed IS NOT NULL AND a.id > $2 ORDER BY a.id LIMIT $3`,
        [version, after, size],
      ),
    ({ id }) => id,
  );
  const screen = async (row: Passed): Promise<void> => {
    const stated = (await identity.read(row.id))?.stated;
    const hits = stated ? await lists.person(`${stated.givenNames} ${stated.surname}`, Number(stated.birthDate.slice(0, 4))) : [];
    const known = new Set(row.findings.flatMap((one) => (one.kind === 'listed' ? [`${one.source} ${one.id}`] : [])));
    const found: Finding[] = hits.filter(({ source, id }) => !known.has(`${source} ${id}`)).map((hit) => ({ kind: 'listed', ...hit }));
    await database.transaction(async (tx) => {
      const [mine] = await tx.query(
        'UPDATE identity_application SET screened_by = $2, findings = findings || $3::jsonb WHERE id = $1 AND screened_by < $2 RETURNING id',
        [row.id, version, JSON.stringify(found)],
      );
      if (!mine || found.length === 0) return;
      await openCase(
        tx,
        {
          ...{ kind: 'screening', venue: row.venue, customer: row.customer_id, account: row.account },
          subject: { application: String(row.id), level: String(row.level), again: 'true' },
          evidence: found.map((finding) => ({ kind: 'finding', required: true, text: JSON.stringify(finding) })),
        },
        { kind: 'machine' },
        clock.now(),
      );
    });
  };
  return async () => {
    version = await lists.version();
    await eachAlone(await unscreened(), screen);
  };
}

/** What two people decided about a list: it is in force, and its digest stands in the journal of the real venue. */
export const listEffect =
  ({ lists, venues }: { lists: Lists; venues: Venues }): Effect =>
  async ({ subject, verdict }) => {
    const list = await lists.decide(BigInt(subject['list'] ?? 0), verdict === true);
    if (!list || !verdict) return null;
    return String(await anchor(venues.real, 'screeningList', list.digest, list.people));
  };
