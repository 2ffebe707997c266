import { join } from 'node:path';
import type { CaseRow } from '../cases/machine.ts';
import type { Config } from '../config.ts';
import { createDocuments } from '../documents/documents.ts';
import { documentsKey } from '../documents/documents-key.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import type { Storage } from '../platform/storage.ts';
import type { Venues } from '../sequencer/port.ts';
import { found, identityBody, identityEffect, revealer } from './decide.ts';
import fictional from './fictional-list.json';
import { identityHandlers } from './handlers.ts';
import { createIdentity } from './identity.ts';
import { createLists } from './lists.ts';
import { createScreening, listEffect } from './screen-again.ts';

/** Who customers are: their documents, the lists they are compared with, and their applications. */
export function createIdentityRoom(parts: {
  database: Database;
  clock: Now;
  files: Storage;
  config: Pick<Config, 'dataFolder' | 'environment'>;
  venues: Venues;
}) {
  const { database, clock, files, config, venues } = parts;
  const key = documentsKey(config.dataFolder);
  const documents = createDocuments({ database, clock, files, key });
  const lists = createLists({ database, clock, folder: join(config.dataFolder, 'lists') });
  const identity = createIdentity({ database, clock, documents, lists, key });
  return {
    documents,
    lists,
    identity,
    handlers: identityHandlers({ identity, documents }),
    effect: identityEffect({ identity, venues }),
    body: identityBody,
    /** Whoever was found on a new list does not keep the level by saying nothing. */
    decidedAnyway: found,
    /** A customer who does not answer may apply again. */
    unanswered: (row: CaseRow) =>
      identityEffect({ identity, venues })({ ...row, verdict: false, reason_code: 'other', remark: null, proposed_by: null }),
    listEffect: listEffect({ lists, venues }),
    reveal: revealer({ identity, documents }),
    /** A fictional list ships for trials. It is never in force where real people are served. */
    async start(): Promise<void> {
      if (config.environment === 'development') await lists.take('fictional', Buffer.from(JSON.stringify(fictional)));
    },
    jobs: [
      { name: 'sweep-documents', everyMs: 600_000, run: () => documents.sweep() },
      { name: 'screen-again', everyMs: 60_000, run: createScreening({ database, clock, lists, identity }) },
    ] satisfies Job[],
  };
}
