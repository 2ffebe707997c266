import { randomUUID } from 'node:crypto';
import { errorByCode } from '@bourse/protocol/errors';
import type { Session } from '../calls/session.ts';
import type { TestChat } from './chat.ts';

/** The head of an act of an operator. */
export const act = (token: string) => ({ token, commandId: randomUUID() });
/** The name of what an answer of the desk was refused for; undefined: it was not. */
export const refused = ({ code }: { code: number }) => errorByCode(code);

/** What tests of the chat say and read again and again. */
export function talkOf(kit: () => TestChat) {
  const orderOf = (session: Session, groupId: string) => kit().handlers['GET im/work-order/get']({ groupId }, kit().as(session));
  return {
    orderOf,
    transcriptOf: (session: Session, groupId: string) => kit().handlers['GET im/group/transcript']({ groupId }, kit().as(session)),
    entriesOf: (session: Session, groupId: string) =>
      kit().handlers['POST im/message/list']({ groupId, after: 0, limit: 100 }, kit().as(session)),
    agentSays: (token: string, workOrder: string, text: string, uuid: string = randomUUID()) =>
      kit().desk.call('POST chat/send', { workOrder, uuid, payload: { kind: 'TEXT', text } }, { token }),
    /** A customer who wrote, and an agent who has the work order. */
    async served(text = 'Hello') {
      const session = await kit().customer();
      const { groupId } = await kit().say(session, text);
      const agent = await kit().agent();
      const { id: workOrder } = await orderOf(session, groupId);
      const { code } = await kit().desk.call('POST chat/assign', { workOrder }, act(agent.token));
      if (code !== 0) throw new Error(`the agent could not take the work order: ${code}`);
      return { session, groupId, agent, workOrder };
    },
  };
}
