import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';

/** The service worker in a browser of its own: what it shows and what it opens. */
function worker(windows: { focus(): Promise<void>; postMessage(message: unknown): void }[] = []) {
  const listeners = new Map<string, (event: unknown) => void>();
  const showNotification = vi.fn(async () => {});
  const openWindow = vi.fn(async () => {});
  const self = {
    addEventListener: (name: string, listener: (event: unknown) => void) => void listeners.set(name, listener),
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
  };
  const code = readFileSync(new URL('../apps/web/build/sw.js', import.meta.url), 'utf8').replace('__FILES__', '[]');
  runInNewContext(code, { self, location: { origin: 'https://bourse.example' }, URL, caches: {} });
  const happen = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return { happen, showNotification, openWindow };
}
const told = { title: 'Bourse · heron', body: 'Order 1 filled', url: '/message/order_detail?id=9', tag: 'abc', lang: 'en', dir: 'ltr' };
const clicked = (url: unknown) => ({ notification: { close: () => {}, data: { url } } });

describe('the service worker', () => {
  it('shows a push, also one that cannot be read', async () => {
    const { happen, showNotification } = worker();
    await happen('push', { data: { json: () => told } });
    expect(showNotification).toHaveBeenCalledWith(
      'Bourse · heron',
      expect.objectContaining({ body: 'Order 1 filled', tag: 'abc', data: { url: told.url } }),
    );
    const broken = () => {
      throw new SyntaxError('no JSON');
    };
    await happen('push', { data: { json: broken } });
    await happen('push', { data: null });
    expect(showNotification).toHaveBeenCalledTimes(3);
    expect(showNotification).toHaveBeenLastCalledWith('Bourse', expect.objectContaining({ data: { url: '/message' } }));
  });

  it('opens the notice’s screen in a window, or leads the page that is open', async () => {
    const alone = worker();
    await alone.happen('notificationclick', clicked(told.url));
    expect(alone.openWindow).toHaveBeenCalledWith('https://bourse.example/message/order_detail?id=9');
    const page = { focus: vi.fn(async () => {}), postMessage: vi.fn() };
    const beside = worker([page]);
    await beside.happen('notificationclick', clicked(told.url));
    expect(page.focus).toHaveBeenCalled();
    expect(page.postMessage).toHaveBeenCalledWith({ go: '/message/order_detail?id=9' });
    expect(beside.openWindow).not.toHaveBeenCalled();
  });

  it.each(['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)'])('leads to no other place: %s', async (url) => {
    const { happen, openWindow } = worker();
    await happen('notificationclick', clicked(url));
    expect(openWindow).toHaveBeenCalledWith('https://bourse.example/message');
  });
});
