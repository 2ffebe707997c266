// The shell offline: files of one build are kept whole and dropped whole. Calls and sockets are never touched.
const version = '__VERSION__';
const files = __FILES__;
const cacheName = `bourse-shell-${version}`;
const pageWaitMs = 4000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then(async (cache) => {
      await cache.addAll(files.slice(0, 3));
      // One file that fails must not keep the rest from working offline.
      await Promise.allSettled(files.slice(3).map((file) => cache.add(file)));
      await self.skipWaiting();
    }),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      // The build before this one stays, so that an open page can still load its chunks.
      .then((names) => {
        const old = names.filter((name) => name.startsWith('bourse-shell-') && name !== cacheName);
        return Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
      })
      .then(() => self.clients.claim()),
  );
});

async function page(request) {
  const kept = () => caches.match('/v8/index.html');
  try {
    const answer = await Promise.race([
      fetch(request),
      new Promise((_, reject) => setTimeout(() => reject(new Error('slow')), pageWaitMs)),
    ]);
    return answer.ok ? answer : ((await kept()) ?? answer);
  } catch {
    return (await kept()) ?? Response.error();
  }
}

async function asset(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.startsWith('/v8/assets/')) {
    const cache = await caches.open(cacheName);
    cache.put(request, answer.clone());
  }
  return answer;
}

self.addEventListener('push', (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // Browsers want every push shown, also one that cannot be read.
  }
  const { title = 'Bourse', body = '', url = '/message', tag, lang, dir } = told;
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, dir, icon: '/v8/icon.svg', data: { url } }));
});

/** An open page is led by a message, so that nothing typed on it is lost; without one, a window opens. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const asked = new URL(event.notification.data?.url ?? '/message', location.origin);
  const place = asked.origin === location.origin ? asked : new URL('/message', location.origin);
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async (windows) => {
      const [open] = windows;
      if (!open) return self.clients.openWindow(place.href);
      // A browser may refuse to bring a page to the front. It is led all the same.
      await open.focus().catch(() => undefined);
      open.postMessage({ go: place.pathname + place.search });
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || /^\/(?:api|ws|metrics|health|console)(?:\/|$)/.test(url.pathname))
    return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/v8/assets/')) event.respondWith(asset(request));
  else if (url.pathname.startsWith('/v8/'))
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
});
