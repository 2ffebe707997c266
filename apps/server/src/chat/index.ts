import type { Documents } from '../documents/documents.ts';
import type { MakeAct } from '../operators/acts.ts';
import type { PeopleServices } from '../people/services.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Storage } from '../platform/storage.ts';
import { type Cards, createCards } from './cards.ts';
import { createDepositConversations } from './deposits.ts';
import { deskHandlers } from './desk.ts';
import { createExpiry } from './expiry.ts';
import { type Attachments, createAttachments } from './files/attachments.ts';
import type { Scanner } from './files/clamd.ts';
import { chatHandlers } from './handlers.ts';
import type { DeskHours } from './hours/hours.ts';
import { GroupLog } from './log.ts';
import { createMessages } from './messages.ts';
import { createReaders } from './readers.ts';
import { type Bus, type Told, tell } from './told.ts';

export interface ChatParts {
  database: Database;
  clock: { now(): number };
  log: GroupLog;
  cards: Cards;
  documents: Documents;
  attachments: Attachments;
  told: Told;
  /** When agents are there. */
  hours: DeskHours;
  /** Of this exchange's own site: agents may link to it. */
  ownHost: string;
}

export interface ChatOptions {
  database: Database;
  clock: { now(): number };
  /** Of the server: `documentsKey`. */
  key: Uint8Array;
  documents: Documents;
  files: Storage;
  serverLog: Log;
  scanner?: Scanner | undefined;
  people: PeopleServices;
  bus: Bus;
  publicUrl: string;
  hours: DeskHours;
  catalogue: Parameters<typeof createCards>[0]['catalogue'];
  rails: Parameters<typeof createCards>[0]['rails'];
}

/** The service chat: conversations that neither side can rewrite. */
export function createChat({
  database,
  clock,
  key,
  documents,
  files,
  scanner,
  serverLog,
  people,
  bus,
  publicUrl,
  hours,
  catalogue,
  rails,
}: ChatOptions) {
  const attachments = createAttachments({ database, clock, documents, files, key, scanner, log: serverLog });
  const parts: ChatParts = {
    attachments,
    ...{ database, clock, documents, hours, log: new GroupLog(key), cards: createCards({ catalogue, rails }), told: tell(bus) },
    ownHost: new URL(publicUrl).host,
  };
  const messages = createMessages(parts);
  return {
    parts,
    handlers: chatHandlers(parts, messages, people),
    desk: (act: MakeAct) => deskHandlers(parts, act),
    /** For the payments. */
    conversation: createDepositConversations(parts),
    readers: createReaders(parts),
    jobs: [...createExpiry(parts), attachments.job(messages.sendChecked)],
  };
}
export type Chat = ReturnType<typeof createChat>;
