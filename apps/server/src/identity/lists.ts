import { createHash } from 'node:crypto';
import { type Hit, type ListedPerson, Screening } from '@bourse/identity';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import { type ListSource, listSources, readList } from './sanctions-lists.ts';

/** An entry of a list that may be a customer. */
export interface ListHit extends Hit {
  source: ListSource;
}

/** The lists in force. They are read into memory when they are first asked for, and again when a newer one came. */
export function createLists({ database, clock }: { database: Database; clock: Now }) {
  let loaded: { newest: bigint; lists: [ListSource, Screening][] } | undefined;

  async function inForce(): Promise<[ListSource, Screening][]> {
    const [row] = await database.query<{ newest: bigint }>('SELECT coalesce(max(id), 0) AS newest FROM screening_list');
    const newest = row?.newest ?? 0n;
    if (loaded?.newest === newest) return loaded.lists;
    const rows = await database.query<{ source: ListSource; people: ListedPerson[] }>(
      'SELECT DISTINCT ON (source) source, people FROM screening_list WHERE source = ANY($1) ORDER BY source, id DESC',
      [listSources],
    );
    loaded = { newest, lists: rows.map(({ source, people }) => [source, new Screening(people)]) };
    return loaded.lists;
  }

  return {
    /** Reads a list and puts it in force. The same file a second time changes nothing. Throws a `BadList`. */
    async take(source: ListSource, bytes: Uint8Array): Promise<{ people: number; isNew: boolean }> {
      const { issued, people } = await readList(source, bytes);
      const kept = await database.query(
        `INSERT INTO screening_list (source, issued, digest, people, read_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (source, digest) DO NOTHING RETURNING id`,
        [source, issued ?? null, createHash('sha256').update(bytes).digest(), JSON.stringify(people), new Date(clock.now())],
      );
      return { people: people.length, isNew: kept.length > 0 };
    },

    /** Entries that may be this person. */
    async person(name: string, birthYear: number): Promise<ListHit[]> {
      return (await inForce()).flatMap(([source, list]) => list.person(name, birthYear).map((hit) => ({ ...hit, source })));
    },

    /** Entries that have this very address. */
    async address(address: string): Promise<ListHit[]> {
      return (await inForce()).flatMap(([source, list]) => {
        const hit = list.address(address);
        return hit ? [{ ...hit, source }] : [];
      });
    },
  };
}
export type Lists = ReturnType<typeof createLists>;
