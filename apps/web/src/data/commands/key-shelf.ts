import type { KeptKey, KeyShelf } from './device-key.ts';

const database = 'bourse';
const store = 'keys';
const place = 'device';

/** One key in IndexedDB. A database that cannot be opened (a private window, storage refused) rejects. */
export const indexedKeyShelf = (factory: IDBFactory | undefined = globalThis.indexedDB): KeyShelf => {
  const opened = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      if (!factory) throw new Error('this browser keeps nothing');
      const request = factory.open(database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(store);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error('another tab has the keys open'));
    });
  const run = async <T>(mode: IDBTransactionMode, work: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const db = await opened();
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = db.transaction(store, mode);
        const request = work(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      db.close();
    }
  };
  return {
    read: () => run<KeptKey | undefined>('readonly', (keys) => keys.get(place)),
    write: async (key) => {
      if (key) await run('readwrite', (keys) => keys.put(key, place));
      else await run('readwrite', (keys) => keys.delete(place));
    },
  };
};
