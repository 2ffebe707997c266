/**
 * What this device keeps of conversations: database ChatDB, store Messages (product specification, section 9), by person, group and offset; and what is
 * not sent yet, by uuid. Where the browser denies storage it lasts as long as the page, and the person reads so.
 */
import type { ChatEntry } from '@bourse/protocol/chat';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { OutMessage } from './out.ts';

export const keptMessages = 5_000;

export interface ChatStore {
  readonly lasting: boolean;
  entries(user: string): Promise<ChatEntry[]>;
  keep(user: string, entries: readonly ChatEntry[]): Promise<void>;
  outbox(user: string): Promise<OutMessage[]>;
  put(user: string, out: OutMessage): Promise<void>;
  drop(user: string, uuid: string): Promise<void>;
  /** Everything of a person, or of everybody. */
  forget(user?: string): Promise<void>;
}

export class MemoryChatStore implements ChatStore {
  readonly lasting = false;
  private readonly outs = new Map<string, OutMessage>();
  entries = async () => [];
  keep = async () => {};
  outbox = async () => [...this.outs.values()];
  put = async (_user: string, out: OutMessage) => void this.outs.set(out.uuid, out);
  drop = async (_user: string, uuid: string) => void this.outs.delete(uuid);
  forget = async () => this.outs.clear();
}

type KeptEntry = { user: string; groupId: string; offset: number; entry: ChatEntry };
interface ChatDb extends DBSchema {
  Messages: { key: [string, string, number]; value: KeptEntry };
  Outbox: { key: [string, string]; value: OutMessage & { user: string } };
}

class BrowserChatStore implements ChatStore {
  readonly lasting = true;
  private readonly db: IDBPDatabase<ChatDb>;
  constructor(db: IDBPDatabase<ChatDb>) {
    this.db = db;
  }
  private of = (user: string) => IDBKeyRange.bound([user], [user, []]);

  entries = async (user: string) => (await this.db.getAll('Messages', this.of(user))).map(({ entry }) => entry);
  outbox = async (user: string) => (await this.db.getAll('Outbox', this.of(user))).map(({ user: _user, ...out }) => out);
  put = async (user: string, out: OutMessage) => void (await this.db.put('Outbox', { ...out, user }));
  drop = (user: string, uuid: string) => this.db.delete('Outbox', [user, uuid]);

  async keep(user: string, entries: readonly ChatEntry[]): Promise<void> {
    const step = this.db.transaction('Messages', 'readwrite');
    const put = async (entry: ChatEntry) => step.store.put({ user, groupId: entry.groupId, offset: entry.offset, entry });
    const trimmed = async () => this.trim(step.store, user, (await step.store.count(this.of(user))) - keptMessages);
    // A full disk ends the transaction, and each of these says so.
    await Promise.all([...entries.map(put), trimmed(), step.done]);
  }

  /** The oldest go, whatever their conversation. What remains of each is unbroken, because times in a log do not go back. */
  private async trim(
    store: { getAll: (range: IDBKeyRange) => Promise<KeptEntry[]>; delete: (key: [string, string, number]) => Promise<void> },
    user: string,
    over: number,
  ) {
    if (over <= 0) return;
    const oldest = (await store.getAll(this.of(user))).sort((a, b) => a.entry.time - b.entry.time || a.offset - b.offset).slice(0, over);
    await Promise.all(oldest.map(({ groupId, offset }) => store.delete([user, groupId, offset])));
  }

  async forget(user?: string): Promise<void> {
    const step = this.db.transaction(['Messages', 'Outbox'], 'readwrite');
    const gone = (['Messages', 'Outbox'] as const).map(async (name) => {
      const store = step.objectStore(name);
      return user === undefined ? store.clear() : store.delete(this.of(user));
    });
    await Promise.all([...gone, step.done]);
  }
}

/** The store of this browser, or one in memory where storage is denied. Never rejects. */
export async function openChatStore(failed: (what: 'open' | 'read') => void): Promise<ChatStore> {
  try {
    if (!globalThis.indexedDB) throw new Error('There is no IndexedDB.');
    const { openDB } = await import('idb');
    const db = await openDB<ChatDb>('ChatDB', 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('Messages', { keyPath: ['user', 'groupId', 'offset'] });
        fresh.createObjectStore('Outbox', { keyPath: ['user', 'uuid'] });
      },
      // Another tab wants a newer version: this one works in memory until it is loaded again.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    });
    return guarded(new BrowserChatStore(db), failed);
  } catch {
    failed('open');
    return new MemoryChatStore();
  }
}

/** A store that fails later (full, closed) does not stop the conversation: what it could not keep stays in memory. */
function guarded(store: ChatStore, failed: (what: 'open' | 'read') => void): ChatStore {
  const or =
    <Value>(what: 'open' | 'read', instead: Value) =>
    () => {
      failed(what);
      return instead;
    };
  return {
    lasting: true,
    entries: (user) => store.entries(user).catch(or('read', [] as ChatEntry[])),
    outbox: (user) => store.outbox(user).catch(or('read', [] as OutMessage[])),
    keep: (user, entries) => store.keep(user, entries).catch(or('open', undefined)),
    put: (user, out) => store.put(user, out).catch(or('open', undefined)),
    drop: (user, uuid) => store.drop(user, uuid).catch(or('open', undefined)),
    forget: (user) => store.forget(user).catch(or('open', undefined)),
  };
}

/** Deletes what anybody left here, also where no conversation was opened since the page was loaded. */
export async function forgetChats(): Promise<void> {
  if (globalThis.indexedDB) await (await openChatStore(() => {})).forget();
}
