import type { ChatEntry, ChatMessageBody, ownPayload, PlacedEntry } from '@bourse/protocol/chat';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { z } from 'zod';
import type { Session } from '../calls/session.ts';
import { createGate } from '../people/gate.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { subjectOf } from './cards.ts';
import type { SendWaiting } from './files/attachments.ts';
import { type OwnGroup, openGroup, ownGroup } from './groups.ts';
import type { ChatParts } from './index.ts';
import { type EntryRow, entryColumns, type GroupLog, type GroupRow } from './log.ts';
import { afterCustomer, openOrder } from './orders.ts';
import { Said } from './said.ts';
import { picturesOf, withdrawnFrom } from './shown.ts';

type Payload = z.output<typeof ownPayload>;

/** Writing of visitors takes so many of a server's connections to the database: the others are for customers, however many visitors there are. */
const visitorLanes = { atOnce: 2, waiting: 200 };
export type Target = { groupId?: string | undefined; groupType?: GroupRow['group_type'] | undefined; subject?: string | undefined };

/** Of one owner's writing, one after the other: limits are counted, and groups are made, under it. It comes before the lock of a group. */
export const ownerTurn = (tx: Queryable, customerId: string) =>
  tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`chat owner ${customerId}`]);

const ownSender = (group: OwnGroup) => ({ id: group.member, role: 1 as const });

export async function entriesOf(
  db: Queryable,
  { log }: Pick<ChatParts, 'log'>,
  group: GroupRow,
  { after, before, limit }: { after?: number | undefined; before?: number | undefined; limit: number },
): Promise<ChatEntry[]> {
  const forward = after !== undefined;
  const rows = await db.query<EntryRow>(
    `SELECT ${entryColumns} FROM chat_entry WHERE group_id = $1 AND "offset" > $2 AND "offset" < $3 ORDER BY "offset" ${forward ? 'ASC' : 'DESC'} LIMIT $4`,
    [group.id, after ?? 0, before ?? 2_000_000_000, limit],
  );
  return (forward ? rows : rows.reverse()).map((row) => log.view(group, row));
}

export async function messageRow(db: Queryable, group: bigint, id: string): Promise<EntryRow> {
  const [row] = await db.query<EntryRow>(`SELECT ${entryColumns} FROM chat_entry WHERE group_id = $1 AND id = $2 AND kind = 1`, [
    group,
    id,
  ]);
  if (!row) throw new Refusal('chatMessageUnknown');
  return row;
}

/** What customers and visitors say. */
export function createMessages(parts: ChatParts) {
  const { database, clock, log, cards, documents, attachments, told } = parts;
  const visitors = createGate(visitorLanes);

  async function assertPace(tx: Queryable, session: Session, now: number): Promise<void> {
    const visitor = session.loginType === LoginType.temporary;
    const [row] = await tx.query<{ ten: bigint; minute: bigint; oldest10: bigint | null; oldest60: bigint | null }>(
      `SELECT count(*) FILTER (WHERE e.time > $2::bigint - 10000) AS ten, count(*) AS minute,
         min(e.time) FILTER (WHERE e.time > $2::bigint - 10000) AS oldest10, min(e.time) AS oldest60
       FROM chat_entry e JOIN chat_member m ON m.id = e.sender WHERE m.customer_id = $1 AND e.time > $2::bigint - 60000`,
      [session.customerId, now],
    );
    const perMinute = visitor ? chatLimits.visitor.perMinute : chatLimits.customer.perMinute;
    const seconds = (since: bigint | null, window: number) => Math.max(1, Math.ceil((Number(since ?? now) + window - now) / 1_000));
    if (Number(row!.minute) >= perMinute) throw new Refusal('chatTooFast', { seconds: seconds(row!.oldest60, 60_000) });
    if (!visitor && Number(row!.ten) >= chatLimits.customer.per10S)
      throw new Refusal('chatTooFast', { seconds: seconds(row!.oldest10, 10_000) });
  }

  /** What a first word of a work order is refused for, and what a visitor writes before an answer comes. */
  async function assertRoom(tx: Queryable, session: Session, group: OwnGroup): Promise<void> {
    const open = await openOrder(tx, group.id);
    if (session.loginType === LoginType.temporary) {
      if (open) {
        const [row] = await tx.query<{ mine: bigint; answers: bigint }>(
          `SELECT count(*) FILTER (WHERE role = 1) AS mine, count(*) FILTER (WHERE role <> 1) AS answers FROM chat_entry
           WHERE group_id = $1 AND "offset" >= $2 AND kind = 1`,
          [group.id, open.first_offset],
        );
        if (Number(row!.answers) === 0 && Number(row!.mine) >= chatLimits.visitor.beforeAnswer) throw new Refusal('chatAwaitsAnswer');
        return;
      }
      // Counted one after the other, so that a thousand at once do not all see room.
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('chat visitors', 0))");
      const [row] = await tx.query<{ count: bigint }>(
        "SELECT count(*) AS count FROM chat_work_order w JOIN chat_group g ON g.id = w.group_id WHERE w.state = 'waiting' AND g.account IS NULL",
      );
      if (Number(row!.count) >= chatLimits.visitorsWaiting) throw new Refusal('chatQueueFull');
      return;
    }
    if (open) return;
    const others = await tx.query<GroupRow>(
      `SELECT g.* FROM chat_group g JOIN chat_work_order w ON w.group_id = g.id AND w.state <> 'finished' WHERE g.customer_id = $1`,
      [session.customerId],
    );
    let counted = 0;
    for (const other of [...others, group]) {
      const subject = subjectOf(other.sign);
      const found = subject && (await cards.subject(tx, other, subject.about, subject.id));
      if (!found || found.endedAt !== null) counted += 1;
    }
    if (counted > chatLimits.openGroups) throw new Refusal('chatGroupsTooMany', { count: others.length });
  }

  /** The body that is kept: a card gets its figures as they are now, a picture its size. */
  async function bodyOf(tx: Transaction, session: Session, group: OwnGroup, payload: Payload): Promise<ChatMessageBody> {
    if (payload.kind === 'TEXT') return payload;
    if (payload.kind === 'ORDER') {
      const found = await cards.subject(tx, group, payload.about, payload.id);
      if (!found) throw new Refusal('chatCardRefused');
      return { ...payload, sent: found.facts };
    }
    try {
      const [picture] = await documents.use(tx, session.customerId, 'chat', [payload.file], picturesOf(group.id));
      return { ...payload, width: picture!.width, height: picture!.height, sha256: picture!.sha256 };
    } catch (error) {
      if (error instanceof Refusal && error.refusal === 'documentUnknown')
        throw await attachments.refusalOf(tx, session.customerId, payload.file);
      throw error;
    }
  }

  async function write(
    session: Session,
    find: (tx: Transaction) => Promise<OwnGroup>,
    work: (tx: Transaction, group: OwnGroup, now: number) => Promise<PlacedEntry>,
  ): Promise<PlacedEntry> {
    const place = () =>
      database.transaction(async (tx) => {
        await ownerTurn(tx, session.customerId);
        return work(tx, await find(tx), clock.now());
      });
    const placed = await (session.loginType === LoginType.temporary ? visitors(place) : place());
    // After the commit: who hears of it finds it.
    told.entry(placed.groupId);
    return placed;
  }

  function sendFor(session: Session, target: Target, uuid: string, payload: Payload, language: string): Promise<PlacedEntry> {
    const { groupId, groupType, subject } = target;
    return write(
      session,
      (tx) =>
        groupId === undefined
          ? openGroup(tx, { log, cards, at: clock.now(), language }, session, groupType!, subject)
          : ownGroup(tx, session, groupId, true),
      async (tx, group, now) => {
        const draft = { kind: 'message' as const, sender: ownSender(group), uuid, asked: new Said<unknown>(payload) };
        const first = await log.repeated(tx, group, draft);
        if (first) return first;
        await assertPace(tx, session, now);
        await assertRoom(tx, session, group);
        await log.goOn(tx, group);
        const body = new Said(await bodyOf(tx, session, group, payload));
        const placed = await log.append(tx, group, { ...draft, body }, now);
        await afterCustomer(tx, group, BigInt(placed.offset), now);
        return placed;
      },
    ).catch((error: unknown) => {
      // Only visitors stand in a line for their turn: what is too much of it is their queue.
      throw error instanceof Refusal && error.refusal === 'overloaded' ? new Refusal('chatQueueFull') : error;
    });
  }

  /** The message of a picture that has passed the scanner meanwhile. */
  const sendChecked: SendWaiting = async (customerId, { uuid, language, ...target }, file) => {
    const [row] = await database.query<Pick<Session, 'account' | 'venue' | 'loginType'>>(
      'SELECT account, venue, login_type AS "loginType" FROM customer WHERE id = $1',
      [customerId],
    );
    if (row) await sendFor({ ...row, customerId, sessionId: '', deviceClass: 'desktop' }, target, uuid, { kind: 'IMAGE', file }, language);
  };

  return {
    sendChecked,
    async send(session: Session, target: Target, uuid: string, payload: Payload, language: string): Promise<PlacedEntry> {
      try {
        return await sendFor(session, target, uuid, payload, language);
      } catch (error) {
        if (payload.kind !== 'IMAGE' || !(error instanceof Refusal) || error.refusal !== 'fileChecking') throw error;
        if (await attachments.keepMessage(session.customerId, payload.file, { ...target, uuid, language })) throw error;
        // It was checked at this moment: nobody else would send it.
        return sendFor(session, target, uuid, payload, language);
      }
    },

    /** Edits and withdrawals are entries too: the log keeps what was said before. */
    change(session: Session, groupId: string, id: string, uuid: string, to: { kind: 'TEXT'; text: string } | null): Promise<PlacedEntry> {
      return write(
        session,
        (tx) => ownGroup(tx, session, groupId, true),
        async (tx, group, now) => {
          const draft = {
            kind: to ? ('edit' as const) : ('withdraw' as const),
            sender: ownSender(group),
            uuid,
            asked: new Said<unknown>({ id, to }),
          };
          const first = await log.repeated(tx, group, draft);
          if (first) return first;
          await assertPace(tx, session, now);
          const row = await messageRow(tx, group.id, id);
          if (row.sender !== group.member || row.withdrawn_by !== null) throw new Refusal('chatMessageUnknown');
          if (to && log.open(group, row)?.body.kind !== 'TEXT') throw new Refusal('chatMessageUnknown');
          const open = await openOrder(tx, group.id);
          if (!open || row.offset < open.first_offset) throw new Refusal('chatFinished');
          const within = (to ? chatLimits.editWithinS : chatLimits.withdrawWithinS) * 1_000;
          if (now - Number(row.time) > within) throw new Refusal('chatEditTooLate');
          const of = Number(row.offset);
          const placed = await log.append(
            tx,
            group,
            { ...draft, of, body: new Said(to ? { kind: 'EDIT', of, to } : { kind: 'WITHDRAW', of, reason: null }) },
            now,
          );
          if (!to) await withdrawn(tx, log, group, row, placed.offset);
          return placed;
        },
      );
    },

    async read(session: Session, groupId: string, offset: number): Promise<{ readOffset: number }> {
      const group = await ownGroup(database, session, groupId);
      const [row] = await database.query<{ read_offset: bigint }>(
        'UPDATE chat_member SET read_offset = greatest(read_offset, least($2::bigint, $3::bigint)) WHERE id = $1 RETURNING read_offset',
        [group.member, offset, group.last_offset],
      );
      const readOffset = Number(row!.read_offset);
      told.read(groupId, { member: String(group.member), role: 1, offset: readOffset });
      return { readOffset };
    },
  };
}

/** A withdrawn message, its edits and its picture are shown to nobody any more. */
export const withdrawn = async (tx: Transaction, log: GroupLog, group: GroupRow, row: EntryRow, by: number) => {
  const body = log.open(group, row)?.body;
  if (body?.kind === 'IMAGE')
    await tx.query('UPDATE document SET used_by = $3 WHERE id = $1 AND used_by = $2', [
      ...[body.file, picturesOf(group.id), withdrawnFrom(group.id)],
    ]);
  await tx.query('UPDATE chat_entry SET withdrawn_by = $3 WHERE group_id = $1 AND ("offset" = $2 OR (of_offset = $2 AND kind = 2))', [
    ...[group.id, row.offset, by],
  ]);
};
