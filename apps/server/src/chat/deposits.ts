import { randomUUID } from 'node:crypto';
import type { PaymentInstructions } from '@bourse/protocol/chat';
import type { Session } from '../calls/session.ts';
import type { Transaction } from '../platform/database.ts';
import { makeGroup, typeOfChannel } from './groups.ts';
import type { ChatParts } from './index.ts';
import { ownerTurn } from './messages.ts';
import { Said } from './said.ts';

/** Recharge channels that people serve: background, C2C, common and temporary service. */
const served: readonly number[] = [2, 3, 5, 7];

export interface MadeDeposit {
  number: bigint;
  session: Pick<Session, 'customerId' | 'venue' | 'account'>;
  channel: number;
  language: string;
  instructions: PaymentInstructions;
}

/**
 * Opens the conversation about a deposit that people take, in the transaction that makes the deposit, and says how to pay on a card of the exchange. The
 * same deposit is one conversation and one card. Nobody waits in it until its owner asks something. The answer tells its readers, after the commit.
 */
export const createDepositConversations =
  ({ clock, log, cards, told }: Pick<ChatParts, 'clock' | 'log' | 'cards' | 'told'>) =>
  async (tx: Transaction, { number, session, channel, language, instructions }: MadeDeposit): Promise<() => void> => {
    if (!served.includes(channel)) return () => {};
    const id = String(number);
    const at = clock.now();
    await ownerTurn(tx, session.customerId);
    const place = { type: typeOfChannel[channel]!, sign: `recharge:${id}`, channel, language, at };
    const group = await makeGroup(tx, log, session, place);
    const [known] = await tx.query('SELECT 1 FROM chat_entry WHERE group_id = $1 AND sender IS NULL AND kind = 1 LIMIT 1', [group.id]);
    if (known) return () => {};
    const found = await cards.subject(tx, group, 'recharge', id);
    if (!found) throw new Error(`the deposit ${id} was made, and no card of it can be read`);
    const body = { kind: 'ORDER', about: 'recharge', id, sent: found.facts, instructions } as const;
    await log.append(
      tx,
      group,
      { kind: 'message', sender: null, uuid: randomUUID(), body: new Said(body), asked: new Said<unknown>(body) },
      at,
    );
    return () => told.entry(group.id);
  };
export type DepositConversations = ReturnType<typeof createDepositConversations>;
