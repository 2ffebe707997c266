import { z } from 'zod';
import { id } from '../calls/shapes.ts';
import { chatLimits } from './limits.ts';
import { chatEntry, chatGroup, groupRole, hash32 } from './shapes.ts';

/**
 * The chat socket: `…/ws/chat?socketId=…&version=v1`, on the customers' host for customers and visitors, on the console's for agents. Client frames are
 * text: one JSON object. Server frames are the market socket's bundles. Sending is `POST im/message/send`; the socket delivers.
 */

/** What the client has of a group: the offset up to which it has every entry, and the hash of that one. */
const had = z.tuple([z.number().int().min(0).max(1_000_000_000), hash32]);

export const chatClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auth'), Authorization: z.string().max(2048) }),
  z.strictObject({
    type: z.literal('resume'),
    group: z.record(id, had).refine((groups) => Object.keys(groups).length <= chatLimits.resume.groups),
  }),
  z.strictObject({ type: z.literal('typing'), group: id }),
  z.strictObject({ type: z.literal('ping'), t: z.number().optional() }),
]);
export type ChatClientMessage = z.input<typeof chatClientMessage>;

export const chatServerMessage = z.discriminatedUnion('c', [
  z.strictObject({ c: z.literal('hello'), socketId: z.string(), t: z.number().int(), signedIn: z.boolean() }),
  z.strictObject({ c: z.literal('entry'), v: chatEntry }),
  /**
   * There is more than a socket sends: `POST im/message/list` after what the client has. `changed`: the client's head is not this log's: the conversation
   * was changed, or the client's memory of it.
   */
  z.strictObject({ c: z.literal('behind'), group: id, offset: z.number().int(), head: hash32, changed: z.boolean() }),
  z.strictObject({ c: z.literal('read'), group: id, member: id, role: groupRole, offset: z.number().int() }),
  z.strictObject({ c: z.literal('typing'), group: id, member: id, role: groupRole }),
  /** A group is new, or its work order moved. */
  z.strictObject({ c: z.literal('group'), v: chatGroup }),
  z.strictObject({ c: z.literal('pong'), t: z.number(), st: z.number().int() }),
  z.strictObject({ c: z.literal('TOKEN_INVALID'), text: z.literal('Invalid token') }),
  z.strictObject({ c: z.literal('shutdown'), afterMs: z.number().int() }),
  z.strictObject({ c: z.literal('error'), code: z.number().int(), msg: z.string() }),
]);
export type ChatServerMessage = z.output<typeof chatServerMessage>;
export const chatServerBundle = z.strictObject({ m: z.array(chatServerMessage) });
