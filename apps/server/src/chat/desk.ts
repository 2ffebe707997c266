import { permissionsOf } from '@bourse/protocol';
import type { AdminOutput } from '@bourse/protocol/admin';
import type { agentPayload, ChatMessageBody } from '@bourse/protocol/chat';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { type ChatPhrase, chatPhrases } from '@bourse/protocol/chat-phrases';
import { Refusal } from '@bourse/protocol/errors';
import type { z } from 'zod';
import type { MakeAct } from '../operators/acts.ts';
import type { AdminHandlers } from '../operators/handlers.ts';
import { knownRoles } from '../operators/sign-in/keys.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { contextOf } from './context.ts';
import { membersOf } from './groups.ts';
import { inbox } from './inbox.ts';
import type { ChatParts } from './index.ts';
import { type GroupRow, groupColumns } from './log.ts';
import { entriesOf, messageRow, withdrawn } from './messages.ts';
import { measured } from './metrics.ts';
import { afterAgent, finish, lockOrder, memberOf, type OrderRow, orderById, orderView, release, take } from './orders.ts';
import { Said } from './said.ts';
import { cardNow, pictureOf } from './shown.ts';
import { typedMoney } from './typed-money.ts';

export type ChatAdminName = Extract<keyof AdminHandlers, `${string} chat/${string}`>;
type Payload = z.output<typeof agentPayload>;

const dayMs = 24 * 3_600_000;

/** The agents' side. Who may do what of a role is the gateway's; whose work order it is, is checked here. */
export function deskHandlers(parts: ChatParts, act: MakeAct): AdminHandlers<ChatAdminName> {
  const { database, clock, log, cards, told, ownHost } = parts;

  const groupOf = async (db: Queryable, { group_id }: OrderRow): Promise<GroupRow> =>
    (await db.query<GroupRow>(`SELECT ${groupColumns} FROM chat_group WHERE id = $1`, [group_id]))[0]!;
  const seen = async (db: Queryable, id: string) => {
    const order = await orderById(db, id);
    if (!order) throw new Refusal('workOrderUnknown');
    return { order, group: await groupOf(db, order) };
  };
  /** The group of one's own open work order, locked. */
  async function lockOwn(tx: Transaction, id: string, operator: number) {
    const found = await lockOrder(tx, id);
    if (found.order.state === 'finished') throw new Refusal('chatFinished');
    if (found.order.agent !== operator) throw new Refusal('workOrderNotYours');
    return found;
  }
  const operatorOf = ({ operator }: { operator: { operatorId: string } }) => Number(operator.operatorId);

  /** Where to pay stands only on cards. `texts` are everything of a message that an agent typed. */
  async function assertNoTypedMoney(tx: Queryable, group: GroupRow, texts: readonly string[]): Promise<void> {
    for (const text of texts)
      if (await typedMoney(text, ownHost, (number) => cards.owns(tx, group, number))) throw new Refusal('chatAddressRefused');
  }

  async function bodyOf(tx: Transaction, group: GroupRow, payload: Payload): Promise<ChatMessageBody> {
    if (payload.kind === 'ORDER') {
      const found = await cards.subject(tx, group, payload.about, payload.id);
      if (!found) throw new Refusal('chatCardRefused');
      return { ...payload, sent: found.facts };
    }
    if (payload.kind === 'TEXT') {
      await assertNoTypedMoney(tx, group, [payload.text]);
      return payload;
    }
    const names: readonly string[] = chatPhrases[payload.phraseKey as ChatPhrase];
    const given = Object.keys(payload.params);
    if (given.length !== names.length || !names.every((name) => given.includes(name))) throw new Refusal('chatPhraseUnknown');
    await assertNoTypedMoney(tx, group, Object.values(payload.params));
    return payload;
  }

  /** Whether an operator exists, is at work, and may have work orders. */
  async function assertAgent(tx: Queryable, operator: string): Promise<number> {
    const [row] = await tx.query<{ id: number; roles: string[] }>('SELECT id, roles FROM operator WHERE id = $1 AND ended_at IS NULL', [
      operator,
    ]);
    if (!row || !permissionsOf(knownRoles(row.roles)).has('support')) throw new Refusal('operatorUnknown');
    return row.id;
  }

  /** From its agent to another, or to the queue. */
  async function pass(tx: Transaction, group: GroupRow, order: OrderRow, to: string | undefined): Promise<void> {
    const next = to === undefined ? undefined : await assertAgent(tx, to);
    if (order.agent !== null) await release(tx, log, group, order, clock.now());
    if (next !== undefined) await take(tx, log, group, order, next, clock.now());
  }

  const subjectOf = (order: OrderRow) => `chat work order ${order.id}`;
  /** What an act answers: the work order, and its readers hear of it after the commit. */
  async function moved(tx: Transaction, group: GroupRow, order: OrderRow) {
    const view = await orderView(tx, parts, group, (await orderById(tx, order.id))!);
    return {
      answer: view,
      after: async () => {
        told.entry(group.id);
        return view;
      },
    };
  }
  const change = (field: string, before: string | number | null, after: string | number | null) => [
    { field, before: before === null ? null : String(before), after: after === null ? null : String(after) },
  ];

  async function nextWaiting(tx: Transaction, language: string | undefined, type: number | undefined): Promise<string> {
    const [row] = await tx.query<{ id: bigint }>(
      `SELECT w.id FROM chat_work_order w JOIN chat_group g ON g.id = w.group_id
       WHERE w.state = 'waiting' AND ($2::integer IS NULL OR g.group_type = $2)
       ORDER BY g.account IS NULL, g.language IS DISTINCT FROM coalesce($1, g.language), w.opened_at, w.id
       LIMIT 1 FOR UPDATE OF g SKIP LOCKED`,
      [language ?? null, type ?? null],
    );
    if (!row) throw new Refusal('workOrderTaken');
    return String(row.id);
  }

  return {
    'GET chat/inbox': (input, { operator }) => inbox(database, parts, Number(operator.operatorId), input),
    'GET chat/thread': async ({ workOrder, after, before, limit }, context) => {
      const { order, group } = await seen(database, workOrder);
      const notes = await database.query<{ id: bigint; at: Date; name: string; sealed: Buffer | null }>(
        'SELECT n.id, n.at, o.name, n.sealed FROM chat_note n JOIN operator o ON o.id = n.operator_id WHERE n.group_id = $1 ORDER BY n.id',
        [group.id],
      );
      const [owner] = await database.query<{ read_offset: bigint }>(
        'SELECT read_offset FROM chat_member WHERE group_id = $1 AND customer_id IS NOT NULL',
        [group.id],
      );
      return {
        ...{ groupId: String(group.id), groupType: group.group_type, groupSign: group.sign },
        ...{ offset: Number(group.last_offset), head: group.head.toString('hex') },
        workOrder: await orderView(database, parts, group, order),
        mine: order.agent === operatorOf(context) && order.state !== 'finished',
        members: await membersOf(database, group.id),
        notes: notes.map(({ id, at, name, sealed }) => ({
          ...{ id: String(id), at: at.getTime(), by: name },
          text: log.openText(group, 'note', sealed),
        })),
        entries: await entriesOf(database, parts, group, { after, before, limit }),
        seenOffset: Number(owner!.read_offset),
      };
    },
    'GET chat/file': async ({ workOrder, file }, context) => {
      const { group } = await seen(database, workOrder);
      return pictureOf(parts, group, file, `operator:${operatorOf(context)}`);
    },
    'GET chat/card': async ({ workOrder, id }) => {
      const { group } = await seen(database, workOrder);
      return cardNow(parts, group, await messageRow(database, group.id, id));
    },
    'GET chat/phrase': async () => Object.entries(chatPhrases).map(([phraseKey, params]) => ({ phraseKey, params: [...params] })),
    'GET chat/metrics': async ({ days }) => {
      const since = clock.now() - days * dayMs;
      const [row] = await database.query<{ waiting: bigint; active: bigint; answered: bigint; count: bigint; average: number | null }>(
        `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'active') AS active,
           count(*) FILTER (WHERE state = 'answered') AS answered, count(score) FILTER (WHERE rated_at >= $1) AS count,
           (avg(score) FILTER (WHERE rated_at >= $1))::float8 AS average FROM chat_work_order`,
        [new Date(since)],
      );
      const { waiting, active, answered, count, average } = row!;
      return {
        ...{ waiting: Number(waiting), active: Number(active), answered: Number(answered) },
        types: await measured(database, parts.hours, since, clock.now()),
        ratings: { count: Number(count), average: average === null ? null : Math.round(average * 100) / 100 },
      };
    },

    'POST chat/send': async ({ workOrder, uuid, payload }, context) => {
      const placed = await database.transaction(async (tx) => {
        const { group, order } = await lockOwn(tx, workOrder, operatorOf(context));
        const sender = await memberOf(tx, group.id, operatorOf(context), 0);
        const draft = { kind: 'message' as const, sender, uuid, asked: new Said<unknown>(payload) };
        const first = await log.repeated(tx, group, draft);
        if (first) return first;
        const entry = await log.append(tx, group, { ...draft, body: new Said(await bodyOf(tx, group, payload)) }, clock.now());
        await afterAgent(tx, order);
        return entry;
      });
      told.entry(placed.groupId);
      return placed;
    },
    'POST chat/edit': async ({ workOrder, id, uuid, payload }, context) => {
      const placed = await database.transaction(async (tx) => {
        const { group } = await lockOwn(tx, workOrder, operatorOf(context));
        const sender = await memberOf(tx, group.id, operatorOf(context), 0);
        const draft = { kind: 'edit' as const, sender, uuid, asked: new Said<unknown>({ id, payload }) };
        const first = await log.repeated(tx, group, draft);
        if (first) return first;
        const row = await messageRow(tx, group.id, id);
        if (row.sender !== sender.id || row.withdrawn_by !== null || log.open(group, row)?.body.kind !== 'TEXT')
          throw new Refusal('chatMessageUnknown');
        const now = clock.now();
        if (now - Number(row.time) > chatLimits.editWithinS * 1_000) throw new Refusal('chatEditTooLate');
        await assertNoTypedMoney(tx, group, [payload.text]);
        const of = Number(row.offset);
        return log.append(tx, group, { ...draft, of, body: new Said({ kind: 'EDIT', of, to: payload }) }, now);
      });
      told.entry(placed.groupId);
      return placed;
    },
    'POST chat/read': async ({ workOrder, offset }, context) => {
      const { order, group } = await seen(database, workOrder);
      if (order.agent !== operatorOf(context)) throw new Refusal('workOrderNotYours');
      const [row] = await database.query<{ id: bigint; role: 0 | 2 | 3; read_offset: bigint }>(
        `UPDATE chat_member SET read_offset = greatest(read_offset, least($3::bigint, $4::bigint)) WHERE group_id = $1 AND operator_id = $2
         RETURNING id, role, read_offset`,
        [group.id, operatorOf(context), offset, group.last_offset],
      );
      const readOffset = Number(row!.read_offset);
      told.read(group.id, { member: String(row!.id), role: row!.role, offset: readOffset });
      return { readOffset };
    },

    'POST chat/assign': act('POST chat/assign', async (tx, { workOrder, language, groupType }, context) => {
      const id = workOrder ?? (await nextWaiting(tx, language, groupType));
      const { group, order } = await lockOrder(tx, id);
      await take(tx, log, group, order, operatorOf(context), clock.now());
      return {
        subject: subjectOf(order),
        reason: 'taken',
        changes: change('agent', null, operatorOf(context)),
        ...(await moved(tx, group, order)),
      };
    }),
    'POST chat/hand-over': act('POST chat/hand-over', async (tx, { workOrder, to, text }, context) => {
      const { group, order } = await lockOwn(tx, workOrder, operatorOf(context));
      await tx.query('INSERT INTO chat_note (group_id, work_order, operator_id, sealed, at) VALUES ($1, $2, $3, $4, $5)', [
        ...[group.id, order.id, operatorOf(context), log.sealText(group, 'note', text), new Date(clock.now())],
      ]);
      await pass(tx, group, order, to);
      return {
        ...{ subject: subjectOf(order), reason: 'handed over, with a note in the conversation' },
        ...{ changes: change('agent', operatorOf(context), to ?? null), ...(await moved(tx, group, order)) },
      };
    }),
    'POST chat/note': act('POST chat/note', async (tx, { workOrder, text }, context) => {
      const { group, order } = await lockOrder(tx, workOrder);
      const at = clock.now();
      const [row] = await tx.query<{ id: bigint; name: string }>(
        `INSERT INTO chat_note (group_id, work_order, operator_id, sealed, at) VALUES ($1, $2, $3, $4, $5)
         RETURNING id, (SELECT name FROM operator WHERE id = $3) AS name`,
        [group.id, order.id, operatorOf(context), log.sealText(group, 'note', text), new Date(at)],
      );
      const stored: AdminOutput<'POST chat/note'> = { id: String(row!.id), at, by: row!.name, text: '' };
      return {
        ...{ subject: subjectOf(order), reason: 'a note in the conversation', changes: [] },
        // The words stand in the conversation, under its key, and nowhere else.
        ...{ answer: { ...stored, text }, stored },
      };
    }),
    'POST chat/finish': act('POST chat/finish', async (tx, { workOrder, reason }, context) => {
      const { group, order } = await lockOwn(tx, workOrder, operatorOf(context));
      const [row] = await tx.query(
        'SELECT 1 FROM chat_entry e JOIN chat_member m ON m.id = e.sender WHERE e.group_id = $1 AND e."offset" >= $2 AND e.kind = 1 AND m.operator_id = $3 LIMIT 1',
        [group.id, order.first_offset, operatorOf(context)],
      );
      if (!row || order.state !== 'answered') throw new Refusal('workOrderUnanswered');
      await assertNoTypedMoney(tx, group, [reason]);
      const sender = await memberOf(tx, group.id, operatorOf(context), 0);
      await finish(tx, log, group, order, { sender, way: 2, reason, at: clock.now() });
      return { subject: subjectOf(order), reason, changes: change('state', 'answered', 'finished'), ...(await moved(tx, group, order)) };
    }),
    'POST chat/context': act('POST chat/context', async (tx, { workOrder }, context) => {
      const { order, group } = await seen(tx, workOrder);
      const own = order.agent === operatorOf(context) && order.state !== 'finished';
      const looked = {
        subject: subjectOf(order),
        changes: [{ field: own ? 'shown.context' : 'refused.context', before: null, after: null }],
      };
      const nothing = {
        customer: null,
        name: '',
        language: '',
        realnameStatus: null,
        identityTier: null,
        since: 0,
        deposits: [],
        withdrawals: [],
      };
      // A refusal is written down too: its row of the audit is there before it is thrown.
      if (!own) {
        const after = () => Promise.reject(new Refusal('workOrderNotYours'));
        return { ...looked, reason: 'refused: not their work order', answer: nothing, after };
      }
      // The command's answer is kept without the customer: a second look is a second act.
      return {
        ...looked,
        reason: 'the customer of the work order',
        answer: await contextOf(tx, group, parts, clock.now()),
        stored: nothing,
      };
    }),
    'POST chat/join': act('POST chat/join', async (tx, { workOrder, reason }, context) => {
      const { group, order } = await lockOrder(tx, workOrder);
      if (order.state === 'finished') throw new Refusal('chatFinished');
      const member = await memberOf(tx, group.id, operatorOf(context), 2);
      const body = { kind: 'JOIN', member: String(member.id), role: 2, identified: false } as const;
      await log.append(
        tx,
        group,
        { kind: 'join', sender: member, uuid: context.commandId, body: new Said(body), asked: new Said<unknown>(body) },
        clock.now(),
      );
      return {
        subject: subjectOf(order),
        reason,
        changes: change('supervisor', null, operatorOf(context)),
        ...(await moved(tx, group, order)),
      };
    }),
    'POST chat/reassign': act('POST chat/reassign', async (tx, { workOrder, to, reason }) => {
      const { group, order } = await lockOrder(tx, workOrder);
      if (order.state === 'finished') throw new Refusal('chatFinished');
      const before = order.agent;
      await pass(tx, group, order, to);
      return { subject: subjectOf(order), reason, changes: change('agent', before, to ?? null), ...(await moved(tx, group, order)) };
    }),
    'POST chat/withdraw': act('POST chat/withdraw', async (tx, { workOrder, id, reason }, context) => {
      const { group, order } = await lockOrder(tx, workOrder);
      const row = await messageRow(tx, group.id, id);
      if (row.withdrawn_by !== null) throw new Refusal('chatMessageUnknown');
      await assertNoTypedMoney(tx, group, [reason]);
      const member = await memberOf(tx, group.id, operatorOf(context), 2);
      const of = Number(row.offset);
      const body = { kind: 'WITHDRAW', of, reason } as const;
      const placed = await log.append(
        tx,
        group,
        { kind: 'withdraw', sender: member, uuid: context.commandId, of, body: new Said(body), asked: new Said<unknown>(body) },
        clock.now(),
      );
      await withdrawn(tx, log, group, row, placed.offset);
      return {
        ...{ subject: subjectOf(order), reason, changes: change('message', row.id.toString(), 'withdrawn'), answer: placed },
        after: async () => {
          told.entry(group.id);
          return placed;
        },
      };
    }),
  };
}
