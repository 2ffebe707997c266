import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Hit, type ListedPerson, Screening } from '@bourse/identity';
import type { ScreeningList } from '@bourse/protocol/admin';
import type { Now } from '../people/ports.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { type ListSource, listBytesAtMost, listSources, readList } from './sanctions-lists.ts';

/** An entry of a list that may be a customer. */
export interface ListHit extends Hit {
  source: ListSource;
}

const filesAtMost = 200;
/** The lists in force: of each source the one that entered into force last. */
const inForceNow = `SELECT DISTINCT ON (source) id, source, people FROM screening_list WHERE in_force_at IS NOT NULL AND source = ANY($1)
  ORDER BY source, in_force_at DESC, id DESC`;

/** Lists of people who must not be served. They are read into memory when they are first asked for, and again when another one entered into force. */
export function createLists({ database, clock, folder }: { database: Database; clock: Now; folder: string }) {
  let loaded: { version: number; lists: [ListSource, Screening][] } | undefined;

  /** How many lists have entered into force: whoever was compared at a lower number is compared again. */
  async function version(): Promise<number> {
    const [row] = await database.query<{ n: bigint }>('SELECT count(in_force_at) AS n FROM screening_list');
    return Number(row?.n ?? 0);
  }
  async function inForce(): Promise<[ListSource, Screening][]> {
    const now = await version();
    if (loaded?.version === now) return loaded.lists;
    const rows = await database.query<{ source: ListSource; people: ListedPerson[] }>(inForceNow, [listSources]);
    loaded = { version: now, lists: rows.map(({ source, people }) => [source, new Screening(people)]) };
    return loaded.lists;
  }

  /** Keeps a list that was read; undefined when the same file was kept before. Throws a `BadList`. */
  async function keep(db: Queryable, { source, file, bytes }: { source: ListSource; file: string; bytes: Uint8Array }, at: Date | null) {
    const { issued, people } = await readList(source, bytes);
    const digest = createHash('sha256').update(bytes).digest();
    const [kept] = await db.query<{ id: bigint }>(
      `INSERT INTO screening_list (source, issued, digest, people, read_at, file, in_force_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (source, digest) DO NOTHING RETURNING id`,
      [source, issued ?? null, digest, JSON.stringify(people), new Date(clock.now()), file, at],
    );
    return { people: people.length, digest: digest.toString('hex'), id: kept?.id };
  }

  return {
    version,
    /** Reads a list and puts it in force, without anybody's decision: for the list that ships with the product. The same file a second time changes nothing. */
    async take(source: ListSource, bytes: Uint8Array): Promise<{ people: number; isNew: boolean }> {
      const { people, id } = await keep(database, { source, file: '', bytes }, new Date(clock.now()));
      return { people, isNew: id !== undefined };
    },
    /** Reads a list, which then waits for its decision. Undefined: the same file was read before. Throws a `BadList`. */
    async offer(tx: Queryable, given: { source: ListSource; file: string; bytes: Uint8Array }) {
      const { id, ...read } = await keep(tx, given, null);
      return id === undefined ? undefined : { id, ...read };
    },
    /** Ends the wait of a list. The digest of one that enters into force is for the journal. */
    async decide(id: bigint, passed: boolean): Promise<{ digest: Buffer; people: number } | undefined> {
      const [row] = await database.query<{ digest: Buffer; people: number }>(
        `UPDATE screening_list SET ${passed ? 'in_force_at' : 'refused_at'} = coalesce(${passed ? 'in_force_at' : 'refused_at'}, $2)
         WHERE id = $1 RETURNING digest, jsonb_array_length(people) AS people`,
        [id, new Date(clock.now())],
      );
      return row;
    },

    /** Every list that was read, newest first. */
    async all(): Promise<ScreeningList[]> {
      const rows = await database.query<{
        id: bigint;
        source: ListSource;
        file: string;
        issued: string | null;
        people: number;
        digest: string;
        read_at: Date;
        in_force_at: Date | null;
        state: ScreeningList['state'];
      }>(
        `WITH now AS (SELECT id FROM (${inForceNow}) AS newest)
         SELECT id, source, file, issued, jsonb_array_length(people) AS people, encode(digest, 'hex') AS digest, read_at, in_force_at,
           CASE WHEN id IN (SELECT id FROM now) THEN 'inForce' WHEN in_force_at IS NOT NULL THEN 'replaced' WHEN refused_at IS NOT NULL THEN 'refused' ELSE 'waits' END AS state
         FROM screening_list ORDER BY id DESC LIMIT 200`,
        [listSources],
      );
      return rows.map(({ id, read_at, in_force_at, ...row }) => ({
        ...{ ...row, id: String(id), readAt: read_at.getTime(), inForceAt: in_force_at?.getTime() ?? null },
      }));
    },
    /** Files of the folder of lists, the newest first. */
    async files(): Promise<{ file: string; bytes: number; changedAt: number }[]> {
      await mkdir(folder, { recursive: true });
      const names = (await readdir(folder)).filter((name) => /^[\w][\w.-]{0,119}$/.test(name)).slice(0, filesAtMost);
      const files = await Promise.all(
        names.map(async (file) => {
          const { size, mtimeMs } = await stat(join(folder, file));
          return { file, bytes: size, changedAt: Math.round(mtimeMs) };
        }),
      );
      return files.sort((a, b) => b.changedAt - a.changedAt);
    },
    /** A file of the folder of lists; undefined when there is none of this name, or it is larger than any list. */
    async open(file: string): Promise<Buffer | undefined> {
      const path = join(folder, basename(file));
      const size = await stat(path).then(
        (found) => (found.isFile() ? found.size : undefined),
        () => undefined,
      );
      return size === undefined || size > listBytesAtMost ? undefined : readFile(path);
    },
    /** How many people have a level and were not compared with the newest lists yet. */
    async toScreen(): Promise<number> {
      const [row] = await database.query<{ n: bigint }>(
        'SELECT count(*) AS n FROM identity_application WHERE status = 1 AND screened_by < $1 AND sealed IS NOT NULL',
        [await version()],
      );
      return Number(row?.n ?? 0);
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
