import { randomUUID } from 'node:crypto';
import { Refusal } from '@bourse/protocol/errors';
import type { Documents } from '../../documents/documents.ts';
import type { Job } from '../../jobs/jobs.ts';
import { pictureBytesAtMost } from '../../people/member/pictures.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { seal, unseal } from '../../platform/sealing.ts';
import type { Storage } from '../../platform/storage.ts';
import type { Scanner } from './clamd.ts';

export interface AttachmentParts {
  database: Database;
  clock: { now(): number };
  log: Log;
  documents: Pick<Documents, 'keep'>;
  files: Storage;
  /** Of the server: `documentsKey`. */
  key: Uint8Array;
  /** Undefined: none is configured. Pictures are encoded anew all the same. */
  scanner: Scanner | undefined;
}

export interface Received {
  id: string;
  state: 'ready' | 'checking';
  width: number | null;
  height: number | null;
}

/** A message that has a picture which is still being checked. */
export interface WaitingMessage {
  groupId?: string | undefined;
  groupType?: 1 | 2 | 3 | 4 | 5 | 6 | undefined;
  subject?: string | undefined;
  uuid: string;
  language: string;
}
/** Sends it for its customer, as they would: the same uuid is the same message. */
export type SendWaiting = (customerId: string, message: WaitingMessage, file: string) => Promise<unknown>;

/** Files that wait for the scanner at a time, of everybody. */
const waitingAtMost = 200;
const triedAtOnce = 20;
const tryAgainMs = 60_000;
const keptMs = 24 * 3_600_000;

/**
 * Pictures on their way into a conversation: first the scanner, then encoding anew; what the scanner cannot look at yet waits in quarantine, sealed and
 * unopened, and so does the message that it belongs to.
 */
export function createAttachments({ database, clock, log, documents, files, key, scanner }: AttachmentParts) {
  const sealedAs = (id: string) => `chat quarantine ${id}`;
  const now = (back = 0) => new Date(clock.now() - back);

  async function quarantine(customerId: string, bytes: Buffer): Promise<Received> {
    const id = randomUUID();
    const storageKey = `quarantine/${id.slice(0, 2)}/${id}`;
    await files.put(storageKey, seal(key, sealedAs(id), bytes), 'application/octet-stream');
    const kept = await database.query(
      `INSERT INTO chat_quarantine (id, customer_id, state, storage_key, created_at, tried_at) SELECT $1, $2, 'checking', $3, $4, $4
       WHERE (SELECT count(*) FROM chat_quarantine WHERE state = 'checking') < $5 RETURNING id`,
      [id, customerId, storageKey, now(), waitingAtMost],
    );
    if (kept.length === 0) {
      await files.remove(storageKey);
      throw new Refusal('unavailable');
    }
    return { id, state: 'checking', width: null, height: null };
  }

  const verdictOn = async (bytes: Buffer) => {
    try {
      return (await scanner?.scan(bytes)) ?? 'clean';
    } catch (error) {
      log.warn({ err: error }, 'a picture of the chat could not be scanned; it waits');
      return 'unknown';
    }
  };

  /** One that was tried a minute ago or longer. Whoever takes it is alone with it for a minute. */
  async function tryOne(send: SendWaiting): Promise<boolean> {
    const [row] = await database.query<{ id: string; customer_id: bigint; storage_key: string }>(
      `UPDATE chat_quarantine SET tried_at = $1 WHERE id = (
         SELECT id FROM chat_quarantine WHERE state = 'checking' AND tried_at <= $2 ORDER BY tried_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, customer_id, storage_key`,
      [now(), now(tryAgainMs)],
    );
    if (!row) return false;
    const sealed = await files.get(row.storage_key);
    const bytes = sealed && unseal(key, sealedAs(row.id), sealed);
    const verdict = bytes === undefined ? 'found' : await verdictOn(bytes);
    // The scanner is away: the others wait as well.
    if (verdict === 'unknown') return false;
    const refuse = () => database.query("UPDATE chat_quarantine SET state = 'refused' WHERE id = $1", [row.id]);
    if (verdict === 'found') await refuse();
    else
      try {
        // An earlier round may have got this far and no further.
        const [known] = await database.query('SELECT 1 FROM document WHERE id = $1', [row.id]);
        if (known === undefined) await documents.keep(String(row.customer_id), 'chat', bytes!, row.id);
        await release(row.id, send);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // Too many of theirs are unused, or pictures are being decoded: later.
        if (error.refusal === 'tooManyAttempts' || error.refusal === 'overloaded') return true;
        await refuse();
      }
    await files.remove(row.storage_key);
    return true;
  }

  /**
   * It may be sent now. Whatever refuses the message now is told to whoever sends it again. The row goes last: what is not sent then is sent by the next
   * round, and twice is the same message.
   */
  async function release(id: string, send: SendWaiting): Promise<void> {
    const say = async (row: { customer_id: bigint; message: WaitingMessage | null } | undefined): Promise<boolean> => {
      if (!row?.message) return false;
      await send(String(row.customer_id), row.message, id).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
      return true;
    };
    const [row] = await database.query<{ customer_id: bigint; message: WaitingMessage | null }>(
      'SELECT customer_id, message FROM chat_quarantine WHERE id = $1',
      [id],
    );
    const said = await say(row);
    const [gone] = await database.query<{ customer_id: bigint; message: WaitingMessage | null }>(
      'DELETE FROM chat_quarantine WHERE id = $1 RETURNING customer_id, message',
      [id],
    );
    if (!said) await say(gone);
  }

  const job = (send: SendWaiting): Job => ({
    name: 'chat-quarantine',
    everyMs: 10_000,
    async run() {
      for (let at = 0; at < triedAtOnce; at += 1) if (!(await tryOne(send))) break;
      const old = await database.query<{ storage_key: string }>(
        'DELETE FROM chat_quarantine WHERE created_at <= $1 RETURNING storage_key',
        [now(keptMs)],
      );
      for (const { storage_key } of old) await files.remove(storage_key);
    },
  });

  return {
    /** What may be sent, for those who ask for the limits. */
    limits: { kinds: ['IMAGE' as const], scanned: scanner !== undefined },
    async receive(customerId: string, bytes: Buffer): Promise<Received> {
      if (bytes.length > pictureBytesAtMost) throw new Refusal('fileTooLarge', { limit: '5 MB' });
      const verdict = await verdictOn(bytes);
      if (verdict === 'found') throw new Refusal('fileInfected');
      if (verdict === 'unknown') return quarantine(customerId, bytes);
      const { id, width, height } = await documents.keep(customerId, 'chat', bytes);
      return { id, state: 'ready', width, height };
    },
    /** Why a picture that is no document cannot be sent. */
    async refusalOf(db: Queryable, customerId: string, id: string): Promise<Refusal> {
      const [row] = await db.query<{ state: 'checking' | 'refused' }>(
        'SELECT state FROM chat_quarantine WHERE id = $1 AND customer_id = $2',
        [id, customerId],
      );
      return new Refusal(row === undefined ? 'fileNotReady' : row.state === 'checking' ? 'fileChecking' : 'fileInfected');
    },
    /**
     * The message goes out by itself when its picture was checked, also while nobody has the app open. False: the picture waits no more.
     */
    async keepMessage(customerId: string, id: string, message: WaitingMessage): Promise<boolean> {
      const kept = await database.query(
        "UPDATE chat_quarantine SET message = $3 WHERE id = $1 AND customer_id = $2 AND state = 'checking' RETURNING id",
        [id, customerId, JSON.stringify(message)],
      );
      return kept.length > 0;
    },
    job,
  };
}
export type Attachments = ReturnType<typeof createAttachments>;
