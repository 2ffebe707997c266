import { randomUUID } from 'node:crypto';
import { type CallName, callTable } from '@bourse/protocol/calls';
import type { CallOptions } from '@bourse/protocol/client';
import { headerOf, signedBody, signedText } from '@bourse/protocol/signing';
import type { Page } from 'playwright-core';

export const isCommand = (name: CallName): boolean => callTable[name]?.idempotency === 'command';

/** What a page knows of the key of its browser, and a signature of it if a text is given. Undefined where it has none. */
const inPage = (page: Page, text = '') =>
  page.evaluate(async (signed) => {
    if (!globalThis.indexedDB) return 'none' as const;
    const opened = await new Promise<IDBDatabase | undefined>((resolve) => {
      const request = indexedDB.open('bourse', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('keys');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    });
    if (!opened) return 'none' as const;
    const key = await new Promise<{ name: string; privateKey: CryptoKey; registered?: { venue: string; account: number } } | undefined>(
      (resolve) => {
        const request = opened.transaction('keys').objectStore('keys').get('device');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(undefined);
      },
    );
    opened.close();
    if (!key?.registered) return undefined;
    const made = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, new TextEncoder().encode(signed));
    const signature = btoa(String.fromCharCode(...new Uint8Array(made)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
    return { key: key.name, ...key.registered, signature, extractable: key.privateKey.extractable };
  }, text);

/** A page that has just signed in enters its key a moment later, on a busy machine some seconds later. */
const keyEnteredMs = 12_000;

/** What is known of the key of a page's browser; undefined where it has none. */
export async function keyIn(page: Page) {
  const known = await inPage(page);
  return known === 'none' ? undefined : known;
}

/** Signs a command that a run sends beside the page, with the key of the page's browser. */
export async function signedBy(page: Page, call: string, input: object, commandId: string = randomUUID()): Promise<CallOptions> {
  let known = await inPage(page);
  for (const from = Date.now(); known === undefined && Date.now() - from < keyEnteredMs; known = await inPage(page))
    await page.waitForTimeout(100);
  if (known === undefined || known === 'none') return { commandId };
  const { key, venue, account } = known;
  // The device's clock is the page's, which a run may have set.
  const time = await page.evaluate(() => Date.now());
  const signed = await inPage(page, signedText({ venue, account, key, commandId, time, call, body: signedBody(call, input) }));
  if (signed === undefined || signed === 'none') return { commandId };
  return { commandId, signature: headerOf({ key, time, signature: signed.signature }) };
}
