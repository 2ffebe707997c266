import { type CallName, feedbackTopics } from '@bourse/protocol';
import type { CallOutput } from '@bourse/protocol/calls';
import { chatLimits, chatPromises } from '@bourse/protocol/chat-limits';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import type { PeopleServices } from '../people/services.ts';
import type { Queryable } from '../platform/database.ts';
import { remembered } from '../platform/remembered.ts';
import { chatList, groupsOf, groupView, membersOf, ownGroup } from './groups.ts';
import type { ChatParts } from './index.ts';
import { type createMessages, entriesOf, messageRow } from './messages.ts';
import { measured, medianWait } from './metrics.ts';
import { finish, lockOrder, newestOrder, orderById, orderView, ratingView } from './orders.ts';
import { Said } from './said.ts';
import { cardNow, pictureOf } from './shown.ts';
import { claim, temporaryToken } from './visitors.ts';

export type ChatName = Extract<CallName, `${string} im/${string}`> | 'GET system/customer-server/get';
const dayMs = 24 * 3_600_000;
const keptMs = 60_000;
const picturesAnHour = { name: 'chat-pictures', most: chatLimits.picture.perHour, windowMs: 3_600_000 };

/** A whole thread at once has room for this many entries; older ones are in the pages of `im/message/list`. */
const transcriptAtMost = 20_000;

export function chatHandlers(parts: ChatParts, messages: ReturnType<typeof createMessages>, people: PeopleServices): Handlers<ChatName> {
  const { database, clock, log, attachments, told, hours } = parts;
  // Anybody may ask for them: they are computed once a minute.
  const answerTimes = remembered(clock, keptMs, () => measured(database, hours, clock.now() - 7 * dayMs, clock.now()));
  const wait = remembered(clock, keptMs, () => medianWait(database, clock.now() - 30 * dayMs));

  /** A work order of the caller's own group; another's does not exist. */
  async function ownOrder(db: Queryable, session: Session, id: string) {
    const order = await orderById(db, id);
    if (!order) throw new Refusal('workOrderUnknown');
    const group = await ownGroup(db, session, String(order.group_id)).catch(asUnknownOrder);
    return { order, group };
  }

  return {
    'GET im/limits': async () => {
      const { capacity: _, noteAtMost: __, visitorsWaiting: ___, agentGoneS: ____, ...limits } = chatLimits;
      const medians = await answerTimes();
      const promises = ([1, 2, 3, 4, 5, 6] as const).map((groupType) => ({
        ...{ groupType, ...chatPromises[groupType] },
        measuredS: medians.find((one) => one.groupType === groupType)?.first.medianS ?? null,
      }));
      return { ...limits, attachments: attachments.limits, promises };
    },
    'GET system/customer-server/get': async () => ({
      topics: [...feedbackTopics],
      hours: hours.shown(clock.now()),
      languages: [...hours.languages] as CallOutput<'GET system/customer-server/get'>['languages'],
      waitS: await wait(),
    }),
    'GET im/group/group-list': async (_input, { session }) => (await groupsOf(database, session.customerId)).map(groupView),
    'GET im/group/chat-list': ({ pageNo, pageSize }, { session }) => chatList(database, log, session.customerId, pageNo, pageSize),
    'GET im/group/avatar-list': async ({ groupId }, { session }) => membersOf(database, (await ownGroup(database, session, groupId)).id),
    'GET im/customer-service/user-info': async ({ groupId, userMemberIds }, { session }) =>
      membersOf(database, (await ownGroup(database, session, groupId)).id, userMemberIds.split(',')),

    'POST im/message/send': ({ uuid, payload, ...target }, { session, language }) =>
      messages.send(session, target, uuid, payload, language),
    'POST im/message/edit': ({ groupId, id, uuid, payload }, { session }) => messages.change(session, groupId, id, uuid, payload),
    'POST im/message/revoke': ({ groupId, id, uuid }, { session }) => messages.change(session, groupId, id, uuid, null),
    'POST im/message/list': async ({ groupId, ...page }, { session }) =>
      entriesOf(database, parts, await ownGroup(database, session, groupId), page),
    'POST im/message/read': ({ groupId, offset }, { session }) => messages.read(session, groupId, offset),
    'GET im/message/card': async ({ groupId, id }, { session }) => {
      const group = await ownGroup(database, session, groupId);
      return cardNow(parts, group, await messageRow(database, group.id, id));
    },

    'POST im/file/upload': async (_input, context) => {
      const { customerId } = context.session;
      await people.limits.take(picturesAnHour, customerId);
      const { bytes } = await context.file();
      return { ...(await attachments.receive(customerId, bytes)), bytes: bytes.length };
    },
    'GET im/file/get': async ({ groupId, file }, { session }) => {
      const group = await ownGroup(database, session, groupId);
      return pictureOf(parts, group, file, `customer:${session.customerId}`);
    },

    'GET im/work-order/get': async ({ id, groupId }, { session }) => {
      if (id !== undefined) {
        const { order, group } = await ownOrder(database, session, id);
        return orderView(database, parts, group, order);
      }
      const group = await ownGroup(database, session, groupId!);
      const order = await newestOrder(database, group.id);
      if (!order) throw new Refusal('workOrderUnknown');
      return orderView(database, parts, group, order);
    },
    'POST im/work-order/finish': async ({ id, uuid }, { session }) => {
      const view = await database.transaction(async (tx) => {
        const { group, order } = await lockOrder(tx, id);
        const { member } = await ownGroup(tx, session, String(group.id)).catch(asUnknownOrder);
        const sender = { id: member, role: 1 as const };
        const again = await log.repeated(tx, group, { kind: 'finish', sender, uuid, asked: new Said({ finish: String(order.id) }) });
        // Ended by whomever, it is ended.
        if (!again && order.state !== 'finished')
          await finish(tx, log, group, order, { sender, way: 1, reason: null, uuid, at: clock.now() });
        return orderView(tx, parts, group, (await orderById(tx, id))!);
      });
      told.entry(view.groupId);
      return view;
    },
    'GET im/work-order/evaluation': async ({ id }, { session }) => {
      const { order, group } = await ownOrder(database, session, id);
      return ratingView(log, group, order);
    },
    'POST im/work-order/evaluation': ({ id, score, reasons, text }, { session }) =>
      database.transaction(async (tx) => {
        const { group, order } = await lockOrder(tx, id);
        await ownGroup(tx, session, String(group.id)).catch(asUnknownOrder);
        if (order.state !== 'finished') throw new Refusal('workOrderOpen');
        const now = clock.now();
        if (order.rated_at && now - order.rated_at.getTime() > chatLimits.rateAgainS * 1_000) throw new Refusal('chatEditTooLate');
        // The day in which it may be changed begins with the first rating.
        await tx.query(
          'UPDATE chat_work_order SET score = $2, reasons = $3, remark = $4, rated_at = coalesce(rated_at, $5) WHERE id = $1',
          [...[id, score, [...new Set(reasons)], log.sealText(group, `rating ${id}`, text), new Date(now)]],
        );
        return ratingView(log, group, (await orderById(tx, id))!)!;
      }),

    'GET im/auth/work': () => people.captchas.issueWork(),
    'POST im/auth/temporary-token': temporaryToken(people),
    'POST im/group/claim': claim(parts, people),
    'GET im/group/transcript': async ({ groupId }, { session }) => {
      // One state of the thread, although it goes on while it is read.
      return database.transaction(async (tx) => {
        const group = await ownGroup(tx, session, groupId, true);
        return {
          ...{ version: 1 as const, groupId, groupSign: group.sign, head: group.head.toString('hex') },
          members: await membersOf(tx, group.id),
          entries: await entriesOf(tx, parts, group, { after: 0, limit: transcriptAtMost }),
        };
      });
    },
  };
}

const asUnknownOrder = (error: unknown): never => {
  if (error instanceof Refusal && error.refusal === 'chatGroupUnknown') throw new Refusal('workOrderUnknown');
  throw error;
};
