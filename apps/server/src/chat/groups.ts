import type { ChatEntry, ChatGroup, ChatMember } from '@bourse/protocol/chat';
import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Session } from '../calls/session.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { type Cards, subjectOf } from './cards.ts';
import { type EntryRow, entryColumns, type GroupLog, type GroupRow, groupColumns } from './log.ts';

export interface OwnGroup extends GroupRow {
  member: bigint;
}
interface ListedRow extends GroupRow {
  member: bigint;
  read_offset: bigint;
  seen: bigint | null;
  unread: bigint;
  state: ChatGroup['state'] | null;
  work_order: bigint | null;
}

const columnsOf = (table: string) =>
  groupColumns
    .split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ');

/** `where` names groups as `g` and the owner's member row as `m`. */
const listSql = (where: string) => `
  SELECT ${columnsOf('g')}, m.id AS member, m.read_offset,
    (SELECT max(d.read_offset) FROM chat_member d WHERE d.group_id = g.id AND d.operator_id IS NOT NULL) AS seen,
    (SELECT count(*) FROM chat_entry e WHERE e.group_id = g.id AND e.kind = 1 AND e."offset" > m.read_offset AND e.role IS DISTINCT FROM 1 AND e.withdrawn_by IS NULL) AS unread,
    w.state, w.id AS work_order
  FROM chat_group g JOIN chat_member m ON m.group_id = g.id AND m.customer_id IS NOT NULL
    LEFT JOIN LATERAL (SELECT o.id, o.state FROM chat_work_order o WHERE o.group_id = g.id ORDER BY o.id DESC LIMIT 1) w ON true
  WHERE ${where}`;

export const groupView = (row: ListedRow): ChatGroup => ({
  ...{ id: String(row.id), type: 'service', groupType: row.group_type, groupSign: row.sign, channelId: row.channel, imgUrl: null },
  ...{ unreadCount: Number(row.unread), offset: Number(row.last_offset), head: row.head.toString('hex') },
  ...{ readOffset: Number(row.read_offset), seenOffset: Number(row.seen ?? 0n) },
  ...{ state: row.state ?? 'finished', workOrder: row.work_order === null ? null : String(row.work_order) },
});

export const groupsOf = (db: Queryable, customerId: string) =>
  db.query<ListedRow>(`${listSql('g.customer_id = $1')} ORDER BY g.spoke_at DESC, g.id DESC LIMIT 1000`, [customerId]);
export const groupsByIds = (db: Queryable, ids: readonly bigint[]) => db.query<ListedRow>(listSql('g.id = ANY($1)'), [ids]);

export async function chatList(db: Queryable, log: GroupLog, customerId: string, pageNo: number, pageSize: number) {
  const rows = await db.query<ListedRow & { total: bigint }>(
    `SELECT *, count(*) OVER () AS total FROM (${listSql('g.customer_id = $1')}) t ORDER BY t.spoke_at DESC, t.id DESC LIMIT $2 OFFSET $3`,
    [customerId, pageSize, (pageNo - 1) * pageSize],
  );
  const last = await db.query<EntryRow>(
    `SELECT e.* FROM unnest($1::bigint[]) AS g (id) CROSS JOIN LATERAL
       (SELECT ${entryColumns} FROM chat_entry WHERE group_id = g.id AND kind = 1 AND withdrawn_by IS NULL ORDER BY "offset" DESC LIMIT 1) e`,
    [rows.map(({ id }) => id)],
  );
  const entryOf = (row: ListedRow): ChatEntry | null => {
    const entry = last.find(({ group_id }) => group_id === row.id);
    return entry ? log.view(row, entry) : null;
  };
  const list = rows.map((row) => ({ ...groupView(row), last: entryOf(row) }));
  return { list, total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
}

/** A group of this customer. Another's is as unknown as one that does not exist. */
export async function ownGroup(db: Queryable, session: Session, id: string, lock = false): Promise<OwnGroup> {
  const [group] = await db.query<OwnGroup>(
    `SELECT ${columnsOf('g')}, m.id AS member FROM chat_group g JOIN chat_member m ON m.group_id = g.id AND m.customer_id = g.customer_id
     WHERE g.id = $1 AND g.customer_id = $2 ${lock ? 'FOR UPDATE OF g' : ''}`,
    [id, session.customerId],
  );
  if (!group) throw new Refusal('chatGroupUnknown');
  return group;
}

/** Everybody in a group, by the numbers that its entries name. Names of operators are those that operators gave themselves for this work. */
export async function membersOf(db: Queryable, group: bigint, ids?: readonly string[]): Promise<ChatMember[]> {
  const rows = await db.query<{ id: bigint; role: ChatMember['role']; name: string; avatar: string | null }>(
    `SELECT m.id, m.role, coalesce(o.name, c.name) AS name, c.avatar FROM chat_member m
     LEFT JOIN operator o ON o.id = m.operator_id LEFT JOIN customer c ON c.id = m.customer_id
     WHERE m.group_id = $1 AND ($2::bigint[] IS NULL OR m.id = ANY($2)) ORDER BY m.id`,
    [group, ids ?? null],
  );
  return rows.map(({ id, role, name, avatar }) => ({ id: String(id), name, avatar: avatar && `/files/${avatar}`, role }));
}

/** The type of group in which each recharge channel is spoken about. */
export const typeOfChannel: Readonly<Record<number, GroupRow['group_type']>> = { 0: 5, 1: 6, 2: 4, 3: 3, 4: 6, 5: 1, 6: 1, 7: 2 };

interface Wanted {
  sign: string;
  channel: number | null;
}

/** What a customer may open: a group of a type, and for the types about money the customer's own deposit or withdrawal. */
async function wanted(
  tx: Transaction,
  cards: Cards,
  session: Session,
  type: GroupRow['group_type'],
  sign: string | undefined,
): Promise<Wanted> {
  const subject = sign === undefined ? undefined : subjectOf(sign);
  if (session.loginType === LoginType.temporary) {
    if (type !== 2 || subject) throw new Refusal('chatGroupUnknown');
    return { sign: `temporary:${session.customerId}`, channel: null };
  }
  if (type === 1 && !subject) return { sign: 'common', channel: null };
  if (!subject) throw new Refusal('chatGroupUnknown');
  const owner = { customer_id: BigInt(session.customerId), venue: session.venue, account: session.account };
  const found = await cards.subject(tx, owner, subject.about, subject.id);
  if (!found) throw new Refusal('chatGroupUnknown');
  const fits = subject.about === 'recharge' ? found.channel !== null && typeOfChannel[found.channel] === type : type === 3 || type >= 5;
  if (!fits) throw new Refusal('chatGroupUnknown');
  return { sign: `${subject.about}:${subject.id}`, channel: found.channel };
}

/** The locked group of a type and subject, made if it is new. The same owner and sign is one group. */
export async function openGroup(
  tx: Transaction,
  { log, cards, at, language }: { log: GroupLog; cards: Cards; at: number; language: string },
  session: Session,
  type: GroupRow['group_type'],
  sign: string | undefined,
): Promise<OwnGroup> {
  const { sign: own, channel } = await wanted(tx, cards, session, type, sign);
  return makeGroup(tx, log, session, { type, sign: own, channel, language, at });
}

/** The caller holds the owner's lock, so that two at once do not both make it. */
export async function makeGroup(
  tx: Transaction,
  log: GroupLog,
  { customerId, venue, account }: Pick<Session, 'customerId' | 'venue' | 'account'>,
  { type, sign, channel, language, at }: { type: number; sign: string; channel: number | null; language: string; at: number },
): Promise<OwnGroup> {
  const [known] = await tx.query<{ id: bigint }>('SELECT id FROM chat_group WHERE customer_id = $1 AND sign = $2', [customerId, sign]);
  if (!known) {
    const [number] = await tx.query<{ id: bigint }>("SELECT nextval(pg_get_serial_sequence('chat_group', 'id')) AS id");
    const { id } = number!;
    await tx.query(
      `INSERT INTO chat_group (id, customer_id, venue, account, group_type, sign, channel, language, sealed_key, created_at, spoke_at)
       OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [id, customerId, venue, account || null, type, sign, channel, language, log.newKey(id), new Date(at)],
    );
    await tx.query('INSERT INTO chat_member (group_id, customer_id, role) VALUES ($1, $2, 1)', [id, customerId]);
    await tx.query('UPDATE customer SET wrote = true WHERE id = $1 AND NOT wrote', [customerId]);
  }
  const [group] = await tx.query<OwnGroup>(
    `SELECT ${columnsOf('g')}, m.id AS member FROM chat_group g JOIN chat_member m ON m.group_id = g.id AND m.customer_id = g.customer_id
     WHERE g.customer_id = $1 AND g.sign = $2 FOR UPDATE OF g`,
    [customerId, sign],
  );
  return group!;
}
