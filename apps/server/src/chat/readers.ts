import type { ChatEntry, ChatGroup } from '@bourse/protocol/chat';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { groupsByIds, groupView } from './groups.ts';
import type { ChatParts } from './index.ts';
import { type EntryRow, entryColumns, type GroupRow, groupColumns } from './log.ts';
import { seenAt } from './orders.ts';

/** Somebody whom the socket serves. */
export type Reader = { customer: string } | { operator: number };
export interface ReaderGroup {
  id: string;
  offset: number;
  head: string;
}

/** What the socket reads: whose groups are whose, what came after an offset, and how far each group is now. */
export function createReaders({ database, clock, log }: ChatParts) {
  return {
    /** Groups of a customer; of an agent, those that the agent is in. */
    async groups(reader: Reader): Promise<ReaderGroup[]> {
      const rows = await database.query<{ id: bigint; last_offset: bigint; head: Buffer }>(
        'customer' in reader
          ? 'SELECT id, last_offset, head FROM chat_group WHERE customer_id = $1 ORDER BY spoke_at DESC LIMIT 1000'
          : `SELECT g.id, g.last_offset, g.head FROM chat_group g JOIN chat_member m ON m.group_id = g.id
             WHERE m.operator_id = $1 AND m.left_at IS NULL ORDER BY g.spoke_at DESC LIMIT 200`,
        ['customer' in reader ? reader.customer : reader.operator],
      );
      return rows.map(({ id, last_offset, head }) => ({ id: String(id), offset: Number(last_offset), head: head.toString('hex') }));
    },
    async member(group: string, reader: Reader): Promise<{ id: string; role: 0 | 1 | 2 | 3 } | undefined> {
      const [row] = await database.query<{ id: bigint; role: 0 | 1 | 2 | 3 }>(
        'customer' in reader
          ? 'SELECT m.id, m.role FROM chat_member m WHERE m.group_id = $1 AND m.customer_id = $2'
          : 'SELECT m.id, m.role FROM chat_member m WHERE m.group_id = $1 AND m.operator_id = $2 AND m.left_at IS NULL',
        [group, 'customer' in reader ? reader.customer : reader.operator],
      );
      return row && { id: String(row.id), role: row.role };
    },
    /** Entries after an offset, as many as a socket sends at once. */
    async after(group: string, offset: number, most = chatLimits.resume.entries): Promise<ChatEntry[]> {
      const [row] = await database.query<GroupRow>(`SELECT ${groupColumns} FROM chat_group WHERE id = $1`, [group]);
      if (!row) return [];
      const rows = await database.query<EntryRow>(
        `SELECT ${entryColumns} FROM chat_entry WHERE group_id = $1 AND "offset" > $2 ORDER BY "offset" LIMIT $3`,
        [group, offset, most],
      );
      return rows.map((entry) => log.view(row, entry));
    },
    /** The hash at an offset; undefined beyond the end. */
    async headAt(group: string, offset: number): Promise<string | undefined> {
      if (offset === 0) return '0'.repeat(64);
      const [row] = await database.query<{ hash: Buffer }>('SELECT hash FROM chat_entry WHERE group_id = $1 AND "offset" = $2', [
        group,
        offset,
      ]);
      return row?.hash.toString('hex');
    },
    /** How far these groups are, and new ones of these customers and agents. */
    async passed(groups: readonly string[], customers: readonly string[], operators: readonly number[]) {
      const rows = await database.query<{ id: bigint; last_offset: bigint; customer_id: bigint; operators: number[] }>(
        `SELECT g.id, g.last_offset, g.customer_id,
           coalesce((SELECT array_agg(m.operator_id) FROM chat_member m WHERE m.group_id = g.id AND m.operator_id = ANY($3) AND m.left_at IS NULL), '{}') AS operators
         FROM chat_group g WHERE g.id = ANY($1) OR g.customer_id = ANY($2)
           OR g.id IN (SELECT m.group_id FROM chat_member m WHERE m.operator_id = ANY($3) AND m.left_at IS NULL)`,
        [groups, customers, operators],
      );
      return rows.map(({ id, last_offset, customer_id, operators: of }) => ({
        ...{ id: String(id), offset: Number(last_offset), customer: String(customer_id), operators: of },
      }));
    },
    async views(ids: readonly string[]): Promise<ChatGroup[]> {
      return (await groupsByIds(database, ids.map(BigInt))).map(groupView);
    },
    /** An agent's socket is there. */
    async present(operators: readonly number[]): Promise<void> {
      await seenAt(database, operators, clock.now());
    },
  };
}
export type Readers = ReturnType<typeof createReaders>;
