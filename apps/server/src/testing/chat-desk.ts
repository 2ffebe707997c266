import { createCards } from '../chat/cards.ts';
import { deskHandlers } from '../chat/desk.ts';
import { createAttachments } from '../chat/files/attachments.ts';
import { readDesk } from '../chat/hours/declared.ts';
import type { ChatParts } from '../chat/index.ts';
import { GroupLog } from '../chat/log.ts';
import { type Bus, createLocalBus, tell } from '../chat/told.ts';
import { createDocuments } from '../documents/documents.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import type { MakeAct } from '../operators/acts.ts';
import type { Database } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';

const memory = () => {
  const stored = new Map<string, Buffer>();
  return {
    put: async (name: string, bytes: Buffer) => void stored.set(name, bytes),
    get: async (name: string) => stored.get(name),
    remove: async (name: string) => void stored.delete(name),
  };
};

/** Of a chat without a gateway. */
export function chatParts({
  database,
  clock,
  bus = createLocalBus(),
}: {
  database: Database;
  clock: { now(): number };
  bus?: Bus;
}): ChatParts {
  const key = Buffer.alloc(32, 7);
  const documents = createDocuments({ database, clock, key, files: memory() });
  return {
    ...{ database, clock, log: new GroupLog(key), told: tell(bus), ownHost: 'bourse.example' },
    hours: readDesk(undefined, clock.now()),
    cards: createCards({ catalogue: createCatalogue(), rails: { get: () => undefined } }),
    documents,
    attachments: createAttachments({ database, clock, documents, key, files: memory(), log: silentLog, scanner: undefined }),
  };
}

/** The agents' side of a chat in which nobody has written yet. */
export const chatDesk = (place: { database: Database; clock: { now(): number } }) => (act: MakeAct) => deskHandlers(chatParts(place), act);
