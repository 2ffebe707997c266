import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { pushService } from '../../../apps/server/src/testing/push-service.ts';
import { truthy, until } from './suite.ts';

/** A module that leads what its process sends to the push service of a known browser to the one that stands in for it, and nothing else. */
const rerouted = (host: string, port: number) => `
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
const real = https.request;
https.request = (url, options, ...rest) => {
  if (!(url instanceof URL) || url.hostname !== ${JSON.stringify(host)}) return real(url, options, ...rest);
  const { lookup, ...plain } = options;
  return http.request(new URL(url.pathname, 'http://127.0.0.1:${port}'), plain, ...rest);
};
syncBuiltinESMExports();
`;

/** A push service that checks who pushes and decrypts as a browser does, and what a server needs to reach it. */
export async function standInPushes() {
  const service = await pushService(() => Date.now());
  const browser = service.browser();
  const folder = mkdtempSync(join(tmpdir(), 'bourse-pushes-'));
  const file = join(folder, 'rerouted.mjs');
  writeFileSync(file, rerouted(new URL(browser.endpoint).hostname, service.port));
  return {
    browser,
    problems: service.problems,
    nodeOption: `--import=${pathToFileURL(file).href}`,
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Hands a push to the app's service worker, as the browser does when one arrives, whether or not a page is open. A browser without a screen cannot subscribe itself. */
export async function arrives(page: Page, origin: string, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  let own: string | undefined;
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(`${origin}/`))?.registrationId ?? own;
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await until('the service worker is known', async () => own);
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await cdp.detach();
}

/** The notifications that this device shows. */
export const shownBy = (page: Page): Promise<{ title: string; body: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
  });

/** Presses the notification that the device shows. */
export async function pressed(context: BrowserContext, origin: string): Promise<void> {
  const worker = context.serviceWorkers().find((one) => one.url().startsWith(origin));
  truthy(worker, 'a service worker of the app');
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
      dispatchEvent: (event: Event) => boolean;
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) throw new Error('this device shows no notification');
    const event = new scope.NotificationEvent('notificationclick', { notification });
    // Only an event of the browser itself may be waited for.
    Object.defineProperty(event, 'waitUntil', { value: () => undefined });
    scope.dispatchEvent(event);
  });
}
