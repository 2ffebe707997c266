import { describe, expect, it } from 'vitest';
import type { Storage } from './storage.ts';

/** The conformance suite of storage adapters. */
export function storageConformance(name: string, open: () => Promise<Storage>): void {
  describe(`${name} storage`, () => {
    it('gives back what was put, the newest of it, until it is removed', async () => {
      const storage = await open();
      expect(await storage.get('pictures/a.webp')).toBeUndefined();
      await storage.put('pictures/a.webp', Buffer.from('one'), 'image/webp');
      await storage.put('pictures/a.webp', Buffer.from('two'), 'image/webp');
      expect((await storage.get('pictures/a.webp'))?.toString()).toBe('two');
      await storage.remove('pictures/a.webp');
      await storage.remove('pictures/a.webp');
      expect(await storage.get('pictures/a.webp')).toBeUndefined();
    });

    it.each(['../secret', '/etc/passwd', 'a/../../b', '', 'a//b', 'a/', '.hidden', 'a\0b'])('refuses the key %j', async (key) => {
      const storage = await open();
      await expect((async () => storage.get(key))()).rejects.toThrow(/not a storage key/);
      await expect((async () => storage.put(key, Buffer.alloc(1), 'text/plain'))()).rejects.toThrow(/not a storage key/);
    });
  });
}
