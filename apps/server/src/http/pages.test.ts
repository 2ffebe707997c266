import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerPages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'bourse-pages-'));
const script = 'document.documentElement.dataset.ready=1';
const early = 'window.early=1';
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Bourse</title><script>${script}</script><script src="/v8/a.js"></script>`,
  );
  writeFileSync(join(folder, 'sw.js'), 'self.x=1');
  writeFileSync(
    join(folder, 'verifier.html'),
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>Verifier</title>`,
  );
  writeFileSync(join(folder, 'assets/app-abc123.js'), 'export const x = 1;');
  writeFileSync(join(folder, 'assets/app-abc123.js.br'), brotliCompressSync('export const x = 1;'));
  writeFileSync(join(folder, '.built-from'), 'secret');
  mkdirSync(join(folder, '.vite'));
  const screens = {
    '(min-width: 640px)': ['/v8/t.js', '/v8/wide.js', '/v8/chart.js'],
    'not all and (min-width: 640px)': ['/v8/t.js', '/v8/phone.css', '/v8/chart.js'],
  };
  writeFileSync(
    join(folder, '.vite/first-screens.json'),
    JSON.stringify(Object.fromEntries(Object.entries(screens).map(([media, files]) => [media, { '/order': files }]))),
  );
  writeFileSync(join(folder, '.vite/early.js'), early);
  app = fastify({ exposeHeadRoutes: false });
  await registerPages(app, { webFolder: folder, strictTransport: true });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the customers’ app', () => {
  test('is one page for every route, fresh, compressed, and named by its content', async () => {
    for (const url of ['/', '/home', '/order/detail/12?x=1', '/apis', '/v8x', '/mine/helpArticle/helpArticle_detail']) {
      const page = await get(url, { 'accept-encoding': 'gzip, br' });
      expect(page.statusCode, url).toBe(200);
      expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(brotliDecompressSync(page.rawPayload).toString()).toContain('<title>Bourse</title>');
    }
    const { headers } = await get('/');
    expect((await get('/home', { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
    expect((await app.inject({ method: 'HEAD', url: '/home' })).statusCode).toBe(200);
  });

  test('serves the verifier under its own policy, which is stricter than that of the app', async () => {
    const page = await get('/verifier.html');
    expect(page.body).toContain('<title>Verifier</title>');
    expect(page.headers).toMatchObject({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-cache' });
    expect((await get('/v8/verifier.html')).headers['content-security-policy']).toContain("default-src 'self'");
  });

  test('names the files that a screen begins with in the order of need, and those of one layout only to windows that show it', async () => {
    expect((await get('/order?symbol=BTC%2FUSDT')).headers['link']).toBe(
      [
        '</v8/t.js>; rel=modulepreload; crossorigin',
        '</v8/wide.js>; rel=modulepreload; crossorigin; media="(min-width: 640px)"',
        '</v8/chart.js>; rel=modulepreload; crossorigin; media="(min-width: 640px)"',
        '</v8/phone.css>; rel=preload; as=style; crossorigin; media="not all and (min-width: 640px)"',
        '</v8/chart.js>; rel=modulepreload; crossorigin; media="not all and (min-width: 640px)"',
      ].join(', '),
    );
    expect((await get('/home')).headers['link']).toBeUndefined();
  });

  test('asks for the first figures of the trading screens from the page itself, and burdens no other page with that', async () => {
    const page = await get('/order');
    expect(page.body).toContain(`<script>${script}</script><script>${early}</script>`);
    for (const url of ['/home', '/']) expect((await get(url)).body, url).not.toContain(early);
    expect(page.headers['etag']).not.toBe((await get('/home')).headers['etag']);
    for (const url of ['/order', '/home']) {
      const policy = String((await get(url)).headers['content-security-policy']);
      for (const text of [script, early]) expect(policy, url).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    }
  });

  test('tells crawlers in their own words, not with a page', async () => {
    const answer = await get('/robots.txt');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.body).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
  });

  test('allows inline what was built into it, by its hash, and nothing else', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    expect(policy).not.toMatch(/unsafe|data:[^;]*script|\*/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect((await get('/')).headers['strict-transport-security']).toContain('max-age=31536000');
  });

  test('lets browsers keep hashed files for a year, in the encoding that they accept, and revalidate all others', async () => {
    const asset = await get('/v8/assets/app-abc123.js', { 'accept-encoding': 'br' });
    expect(asset.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' });
    expect(asset.headers['content-type']).toContain('javascript');
    expect((await get('/v8/assets/app-abc123.js')).body).toBe('export const x = 1;');
    const worker = await get('/v8/sw.js');
    expect(worker.headers).toMatchObject({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' });
  });

  test('serves no file outside its folder', async () => {
    for (const url of ['/v8/missing.js', '/v8/.built-from', '/v8/..%2f..%2fetc/passwd', '/api/x', '/ws/market', '/dev/outbox', '/files/x'])
      expect((await get(url)).statusCode, url).toBeGreaterThanOrEqual(400);
  });

  test('has no folders to look into', async () => {
    for (const url of ['/v8/', '/v8/assets/', '/v8/assets', '/v8/assets//', '/v8/%00'])
      for (const accepted of ['', 'br, gzip']) expect((await get(url, { 'accept-encoding': accepted })).statusCode, url).toBe(404);
  });
});
