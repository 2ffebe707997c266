import { z } from 'zod';
import { decimal, id, oneOf, time } from '../calls/shapes.ts';
import { chatLimits } from './limits.ts';
import { chatPhraseKeys } from './phrases.ts';

/** Shapes of the service chat that calls of both hosts and the socket share. */

export const groupType = oneOf(1, 2, 3, 4, 5, 6);
/** 0 the agent who has the work order, 1 the customer, 2 a supervisor, 3 another agent. */
export const groupRole = oneOf(0, 1, 2, 3);
/** The kinds of rows of a log. An edit and a withdrawal are rows too, so that "contiguous up to n" is a reader's whole state. */
export const chatEntryKinds = ['message', 'edit', 'withdraw', 'join', 'leave', 'finish'] as const;
export type ChatEntryKind = (typeof chatEntryKinds)[number];
/** What a card shows. Figures in a conversation are cards, read from the ledger. */
export const cardSubjects = ['recharge', 'withdrawal', 'order'] as const;
export type CardSubject = (typeof cardSubjects)[number];
/** 1 by the customer, 2 by an agent, 3 after silence, 4 after its subject ended. */
export const finishWay = oneOf(1, 2, 3, 4);
/** A subject in a group's sign: `recharge:1234`. */
export const groupSign = z.string().regex(/^(?:recharge|withdrawal):[0-9]{1,18}$/);
export const hash32 = z.string().regex(/^[0-9a-f]{64}$/);

export const textPayload = z.strictObject({
  kind: z.literal('TEXT'),
  text: z
    .string()
    .max(chatLimits.textAtMost)
    .refine((text) => text.trim().length > 0),
});
export const imagePayload = z.strictObject({ kind: z.literal('IMAGE'), file: z.uuid().describe('From im/file/upload') });
export const orderPayload = z.strictObject({ kind: z.literal('ORDER'), about: z.enum(cardSubjects), id });
export const phrasePayload = z.strictObject({
  kind: z.literal('PHRASE'),
  phraseKey: z.enum(chatPhraseKeys),
  params: z.record(z.string().max(20), z.string().max(80)).default({}),
});

/** What a customer or a visitor may send. */
export const ownPayload = z.discriminatedUnion('kind', [textPayload, imagePayload, orderPayload]);
/** What an agent may send. Their pictures come from the library, which nobody has filled yet: they send none. */
export const agentPayload = z.discriminatedUnion('kind', [textPayload, orderPayload, phrasePayload]);

/** The subject of a card at one moment. */
export const cardFacts = z.strictObject({
  status: z.string().describe('As the call of the subject says it'),
  amount: decimal.nullable(),
  asset: z.string().nullable(),
  digest: hash32.describe('SHA-256 of the subject in canonical JSON, as it stood'),
});

/** How a deposit is paid: only the code that made it writes this. */
export const paymentInstructions = z.strictObject({
  reference: z.string().describe('Names the deposit in a payment'),
  pays: decimal,
  currency: z.string(),
  expiresAt: time,
});
export type PaymentInstructions = z.output<typeof paymentInstructions>;

/** What a message says, as it is hashed. */
const said = [
  z.strictObject({ kind: z.literal('TEXT'), text: z.string() }),
  z.strictObject({ kind: z.literal('IMAGE'), file: z.uuid(), width: z.number().int(), height: z.number().int(), sha256: hash32 }),
  z.strictObject({
    ...{ kind: z.literal('ORDER'), about: z.enum(cardSubjects), id, sent: cardFacts },
    instructions: paymentInstructions.optional().describe('On the card with which a deposit opens its conversation'),
  }),
  z.strictObject({ kind: z.literal('PHRASE'), phraseKey: z.enum(chatPhraseKeys), params: z.record(z.string(), z.string()) }),
] as const;
export const messageBody = z.discriminatedUnion('kind', said);
export type ChatMessageBody = z.output<typeof messageBody>;

/** The body of any entry. `of` is the offset of the message that an edit or a withdrawal is about. */
export const entryBody = z.discriminatedUnion('kind', [
  ...said,
  z.strictObject({ kind: z.literal('EDIT'), of: z.number().int(), to: z.strictObject({ kind: z.literal('TEXT'), text: z.string() }) }),
  z.strictObject({ kind: z.literal('WITHDRAW'), of: z.number().int(), reason: z.string().nullable() }),
  z.strictObject({
    kind: z.literal('JOIN'),
    member: id,
    role: groupRole,
    identified: z.boolean().describe('A visitor has signed in; the thread is a customer’s now'),
  }),
  z.strictObject({ kind: z.literal('LEAVE'), member: id, handedOver: z.boolean() }),
  z.strictObject({ kind: z.literal('FINISH'), finishWay, workOrder: id, reason: z.string().nullable() }),
]);
export type ChatEntryBody = z.output<typeof entryBody>;

/**
 * One row of a group's log. `hash` = SHA-256 over the entry before, the group, the offset, the kind, the sender, the time and `bodyHash`, which is
 * SHA-256(salt ‖ canonical JSON of `payload`). `payload` and `salt` are null for a withdrawn message and after erasure; the chain still verifies.
 */
export const chatEntry = z.strictObject({
  id,
  groupId: id,
  offset: z.number().int().min(1),
  kind: z.enum(chatEntryKinds),
  sender: id.nullable().describe('A member of the group; null: the exchange itself'),
  role: groupRole.nullable(),
  uuid: z.uuid().describe('Of who sent it: the same uuid is the same entry'),
  time,
  payload: entryBody.nullable(),
  salt: z.string().nullable().describe('16 bytes, hexadecimal'),
  bodyHash: hash32,
  prev: hash32,
  hash: hash32,
});
export type ChatEntry = z.output<typeof chatEntry>;

/** The answer to anything that becomes an entry. */
export const placedEntry = z.strictObject({ id, groupId: id, offset: z.number().int(), head: hash32, time });
export type PlacedEntry = z.output<typeof placedEntry>;

export const groupStates = ['waiting', 'active', 'answered', 'finished'] as const;
export type ChatGroupState = (typeof groupStates)[number];
export const chatGroup = z.strictObject({
  id,
  type: z.literal('service'),
  groupType,
  groupSign: z.string(),
  /** The recharge channel that opened it. */
  channelId: z.number().int().nullable(),
  imgUrl: z.string().nullable(),
  unreadCount: z.number().int(),
  offset: z.number().int().describe('Of the last entry; 0: none yet'),
  head: hash32,
  readOffset: z.number().int(),
  /** How far the other side has read. */
  seenOffset: z.number().int(),
  state: z.enum(groupStates),
  /** The work order that is open, or the last one. */
  workOrder: id.nullable(),
});
export type ChatGroup = z.output<typeof chatGroup>;

export const chatMember = z.strictObject({ id, name: z.string(), avatar: z.string().nullable(), role: groupRole });
export type ChatMember = z.output<typeof chatMember>;

/** `rated` is finished with a rating. */
export const workOrderStates = ['waiting', 'active', 'answered', 'finished', 'rated'] as const;
export const rating = z.strictObject({
  score: z.number().int().min(1).max(5),
  reasons: z.array(z.string()),
  text: z.string(),
  time,
  changeableUntil: time,
});
export const ratingReasons = ['fast', 'friendly', 'solved', 'slow', 'unclear', 'unsolved'] as const;
export const workOrder = z.strictObject({
  id,
  groupId: id,
  state: z.enum(workOrderStates),
  agent: chatMember.nullable(),
  /** People who wait before this one; null: it does not wait. */
  ahead: z.number().int().nullable(),
  waitsSince: time.nullable(),
  /** When an answer is promised, by the hours of the desk; null while the clock stands. */
  answerBy: time.nullable(),
  /** When the desk opens, where nobody is there now; null: somebody is, or the work order is over. */
  opensAt: time.nullable(),
  finishWay: finishWay.nullable(),
  finishedAt: time.nullable(),
  /** The work order that this one goes on with. */
  after: id.nullable(),
  rating: rating.nullable(),
});
export type ChatWorkOrder = z.output<typeof workOrder>;

/** A card as it was sent and as it is now: `now` is null where its subject cannot be read any more. */
export const cardNow = z.strictObject({ about: z.enum(cardSubjects), id, sent: cardFacts, now: cardFacts.nullable() });

/** A transcript that verifies without the exchange. */
export const transcript = z.strictObject({
  version: z.literal(1),
  groupId: id,
  groupSign: z.string(),
  head: hash32,
  members: z.array(chatMember),
  entries: z.array(chatEntry),
});
export type ChatTranscript = z.output<typeof transcript>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** When people are at the desk. Times of day are those of the zone. */
export const deskHours = z.strictObject({
  zone: z.string().describe('IANA name of a time zone'),
  week: z
    .array(z.strictObject({ weekday: z.number().int().min(0).max(6), from: timeOfDay, to: timeOfDay }))
    .describe('0 is Sunday; a day that is missing is closed'),
  closed: z.array(z.iso.date()).describe('Whole days of the next sixty on which nobody is there although the week says so'),
  open: z.boolean().describe('Somebody is there now'),
  opensAt: time.nullable().describe('null: it is open'),
  closesAt: time.nullable().describe('null: it is closed, or never closes'),
});
export type DeskHoursShown = z.output<typeof deskHours>;
