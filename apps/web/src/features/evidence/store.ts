import { type Kept, nothingKept } from './kept.ts';

/** Keeps what this device knows. `lasting` is false where the browser denies storage: then it lasts as long as the page. */
export interface KeptStore {
  readonly lasting: boolean;
  read(): Promise<Kept>;
  /** Changes it in one step, also beside other tabs. Answers what is kept afterwards. */
  update(change: (kept: Kept) => Kept): Promise<Kept>;
}

export class MemoryStore implements KeptStore {
  readonly lasting = false;
  private kept: Kept = nothingKept;
  read = async () => this.kept;
  update = async (change: (kept: Kept) => Kept) => {
    this.kept = change(this.kept);
    return this.kept;
  };
}

const [name, version, room, only] = ['bourse.evidence', 1, 'kept', 'all'] as const;

class BrowserStore implements KeptStore {
  readonly lasting = true;
  private readonly database: IDBDatabase;
  constructor(database: IDBDatabase) {
    this.database = database;
  }
  read = () => this.change();
  update = (change: (kept: Kept) => Kept) => this.change(change);

  private change(change?: (kept: Kept) => Kept): Promise<Kept> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(room, change ? 'readwrite' : 'readonly');
      const shelf = transaction.objectStore(room);
      let result = nothingKept;
      const asked = shelf.get(only);
      asked.onsuccess = () => {
        const before = { ...nothingKept, ...(asked.result as Kept | undefined) };
        result = change ? change(before) : before;
        if (result !== before) shelf.put(result, only);
      };
      transaction.oncomplete = () => resolve(result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  }
}

const openDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(name, version);
    asked.onupgradeneeded = () => asked.result.createObjectStore(room);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error('Another tab holds an older version.'));
  });

/** The store of this browser, or one in memory where storage is denied. Never rejects. */
export async function openStore(): Promise<KeptStore> {
  try {
    const store = new BrowserStore(await openDatabase());
    // A browser may open a database and then refuse to write it.
    await store.update((kept) => ({ ...kept }));
    return store;
  } catch {
    return new MemoryStore();
  }
}
