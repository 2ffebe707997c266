import type { ChatEntry, ChatGroup } from '@bourse/protocol/chat';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { chatStart } from '@bourse/verifier/chat';
import { groupsByIds, groupView } from './groups.ts';
import type { ChatParts } from './index.ts';
import { type EntryRow, entryColumns } from './log.ts';
import { seenAt } from './orders.ts';

/** Somebody whom the socket serves. */
export type Reader = { customer: string } | { operator: number };
export interface Member {
  id: string;
  role: 0 | 1 | 2 | 3;
}
export interface ReaderGroup {
  id: string;
  offset: number;
  member: Member;
}
/** What a client says that it has of a group. */
export interface Have {
  group: string;
  have: number;
  head: string;
}
/** Where a group is, and the hash of its log at the offset that a client has; undefined beyond the end. */
export interface Place {
  group: string;
  offset: number;
  head: string;
  hashThere: string | undefined;
  member: Member;
}
export interface News {
  group: string;
  entries: ChatEntry[];
  /** As its owner sees the group after these entries. */
  view: ChatGroup | undefined;
}

interface MemberRow {
  id: bigint;
  last_offset: bigint;
  member: bigint;
  role: Member['role'];
}
const memberOf = ({ member, role }: MemberRow): Member => ({ id: String(member), role });

/** Of the reader `$1`: the member row `m` of a group `g`. */
const isReader = (reader: Reader) =>
  'customer' in reader ? 'm.customer_id = g.customer_id AND g.customer_id = $1' : 'm.operator_id = $1 AND m.left_at IS NULL';
const numberOf = (reader: Reader) => ('customer' in reader ? reader.customer : reader.operator);

/** What the socket reads: whose groups are whose, what came after an offset, and how far each group is now. */
export function createReaders({ database, clock, log }: ChatParts) {
  return {
    /** Groups of a customer; of an agent, those that the agent is in. */
    async groups(reader: Reader): Promise<ReaderGroup[]> {
      const rows = await database.query<MemberRow>(
        `SELECT g.id, g.last_offset, m.id AS member, m.role FROM chat_group g JOIN chat_member m ON m.group_id = g.id
         WHERE ${isReader(reader)} ORDER BY g.spoke_at DESC LIMIT ${'customer' in reader ? 1000 : 200}`,
        [numberOf(reader)],
      );
      return rows.map((row) => ({ id: String(row.id), offset: Number(row.last_offset), member: memberOf(row) }));
    },
    async member(group: string, reader: Reader): Promise<Member | undefined> {
      const [row] = await database.query<MemberRow>(
        `SELECT g.id, g.last_offset, m.id AS member, m.role FROM chat_group g JOIN chat_member m ON m.group_id = g.id
         WHERE ${isReader(reader)} AND g.id = $2`,
        [numberOf(reader), group],
      );
      return row && memberOf(row);
    },
    /** What is after an offset in each of these groups, as much as a socket sends at once. */
    async news(
      wanted: readonly { group: string; after: number; owned: boolean }[],
      most: number = chatLimits.resume.entries,
    ): Promise<News[]> {
      const rows = await database.query<EntryRow & { sealed_key: Buffer | null }>(
        `SELECT e.*, g.sealed_key FROM unnest($1::bigint[], $2::bigint[]) AS w (id, after) JOIN chat_group g ON g.id = w.id
         CROSS JOIN LATERAL (SELECT ${entryColumns} FROM chat_entry WHERE group_id = w.id AND "offset" > w.after ORDER BY "offset" LIMIT $3) e
         ORDER BY e.group_id, e."offset"`,
        [wanted.map(({ group }) => group), wanted.map(({ after }) => after), most],
      );
      const entries = new Map<string, ChatEntry[]>(wanted.map(({ group }) => [group, []]));
      for (const row of rows) entries.get(String(row.group_id))!.push(log.view({ id: row.group_id, sealed_key: row.sealed_key }, row));
      // Read after the entries: what an owner is told of a group holds at least these.
      const owned = wanted.filter((one) => one.owned).map(({ group }) => BigInt(group));
      const views = new Map((owned.length > 0 ? await groupsByIds(database, owned) : []).map((row) => [String(row.id), groupView(row)]));
      return [...entries].map(([group, own]) => ({ group, entries: own, view: views.get(group) }));
    },
    /** Of those groups that are the reader's. */
    async places(reader: Reader, wanted: readonly Have[]): Promise<Place[]> {
      const rows = await database.query<MemberRow & { head: Buffer; there: Buffer | null; have: bigint }>(
        `SELECT g.id, g.last_offset, g.head, m.id AS member, m.role, w.have,
           (SELECT e.hash FROM chat_entry e WHERE e.group_id = g.id AND e."offset" = w.have) AS there
         FROM unnest($2::bigint[], $3::bigint[]) AS w (id, have) JOIN chat_group g ON g.id = w.id JOIN chat_member m ON m.group_id = g.id
         WHERE ${isReader(reader)}`,
        [numberOf(reader), wanted.map(({ group }) => group), wanted.map(({ have }) => have)],
      );
      return rows.map((row) => ({
        ...{ group: String(row.id), offset: Number(row.last_offset), head: row.head.toString('hex'), member: memberOf(row) },
        hashThere: row.have === 0n ? chatStart : row.there?.toString('hex'),
      }));
    },
    /** How far these groups are, and all groups of these customers and agents. */
    async passed(groups: readonly string[], customers: readonly string[], operators: readonly number[]) {
      const rows = await database.query<{ id: bigint; last_offset: bigint; customer_id: bigint; operators: string | null }>(
        `WITH own AS (SELECT m.group_id, string_agg(m.operator_id::text, ',') AS operators FROM chat_member m WHERE m.operator_id = ANY($3) AND m.left_at IS NULL GROUP BY m.group_id),
           asked AS (SELECT unnest($1::bigint[]) AS id UNION SELECT g.id FROM chat_group g WHERE g.customer_id = ANY($2) UNION SELECT group_id FROM own)
         SELECT g.id, g.last_offset, g.customer_id, own.operators FROM asked JOIN chat_group g ON g.id = asked.id LEFT JOIN own ON own.group_id = g.id`,
        [groups, customers, operators],
      );
      return rows.map(({ id, last_offset, customer_id, operators: of }) => ({
        ...{ id: String(id), offset: Number(last_offset), customer: String(customer_id), operators: of?.split(',').map(Number) ?? [] },
      }));
    },
    /** An agent's socket is there. */
    async present(operators: readonly number[]): Promise<void> {
      await seenAt(database, operators, clock.now());
    },
  };
}
export type Readers = ReturnType<typeof createReaders>;
