import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Bytes by key, in a local folder or in an object store with the same four operations. */
export interface Storage {
  /** Replaces an existing value. Durable when it resolves. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  get(key: string): Promise<Buffer | undefined>;
  remove(key: string): Promise<void>;
}

/** Keys are letters, digits, dashes and dots in folders, and never lead out of the store. */
const keyForm = /^(?:[a-z0-9][a-z0-9._-]{0,120}\/){0,4}[a-z0-9][a-z0-9._-]{0,120}$/i;

export function createFolderStorage(folder: string): Storage {
  const place = (key: string) => {
    if (!keyForm.test(key) || key.includes('..')) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = place(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Write a temporary file, then rename it, so that a value is stored completely or not at all.
      const draft = `${path}.${process.pid}.draft`;
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    },
    async get(key) {
      try {
        return await readFile(place(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (key) => rm(place(key), { force: true }),
  };
}
