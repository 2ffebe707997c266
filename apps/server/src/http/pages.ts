import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentPolicy } from './csp.ts';

export interface PagesOptions {
  /** Folder of the built web app. */
  webFolder: string;
  strictTransport: boolean;
  /** Where its files are. Default: `/v8/`, of the customers' app. */
  assets?: string;
}

const unbuilt =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bourse</title><h1>The web app is not built</h1><p>Run <code>npm run build</code> and start again. The interface under <code>/api</code> works.</p></html>';

/** Search engines may index everything public except the endpoints for programs. */
const robots = 'User-agent: *\nDisallow: /api/\nDisallow: /files/\n';

interface Page {
  status: number;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  etag: string;
}

/** The customers' app: immutable hashed files under `/v8/`, and one page for every route. */
export async function registerPages(app: FastifyInstance, { webFolder, strictTransport, assets = '/v8/' }: PagesOptions) {
  const index = join(webFolder, 'index.html');
  const built = existsSync(index);
  const html = built ? readFileSync(index, 'utf8') : unbuilt;
  const page = pageOf(html, built ? 200 : 503);
  const links = built ? linksOf(webFolder) : {};
  const early = built ? earlyScript(webFolder) : '';
  const first =
    early === ''
      ? page
      : pageOf(
          html.replace('</script>', () => `</script><script>${early}</script>`),
          200,
        );
  // A scope of its own: calls have fewer headers and must not pay for a page's.
  await app.register(async (scope) => {
    // A folder or a malformed name among the files is refused with an error of its own. For the caller, nothing is there.
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      return reply.callNotFound();
    });
    await scope.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(`${html}<script>${early}</script>`) },
      strictTransportSecurity: strictTransport ? { maxAge: 31_536_000 } : false,
      referrerPolicy: { policy: 'same-origin' },
      frameguard: { action: 'deny' },
    });
    if (built) await serveAssets(scope, webFolder, assets);
    serveVerifier(scope, join(webFolder, 'verifier.html'));
    scope.get('/robots.txt', (_, reply) => reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(robots));
    scope.route({ method: ['GET', 'HEAD'], url: '/*', handler: (request, reply) => answer({ page, first, links }, request, reply) });
  });
}

/**
 * The stand-alone verifier: a page of its own that names in itself what it may run, and loads nothing. It has to work where it is saved to, so its own policy is
 * the one that counts; of the server's, only the ban on frames is added.
 */
function serveVerifier(scope: FastifyInstance, file: string): void {
  if (!existsSync(file)) return;
  const page = pageOf(readFileSync(file, 'utf8'), 200);
  scope.route({
    method: ['GET', 'HEAD'],
    url: '/verifier.html',
    handler: (request, reply) => sendPage(page, request, reply.header('content-security-policy', "frame-ancestors 'none'")),
  });
}

/** The `Link` header of each path whose screen needs more than the program. */
type Links = Readonly<Record<string, string>>;

const [styleSheet, moduleScript] = ['rel=preload; as=style; crossorigin', 'rel=modulepreload; crossorigin'];

/**
 * Files that a screen begins with, from the list that the build made: the browser fetches them while it still loads the program, instead of one level of
 * imports after the other.
 */
function linksOf(webFolder: string): Links {
  const file = join(webFolder, '.vite/first-screens.json');
  if (!existsSync(file)) return {};
  /** URLs by the windows that need them, then by path. */
  const lists = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string[]>>);
  const paths = [...new Set(lists.flatMap(([, screens]) => Object.keys(screens)))];
  return Object.fromEntries(
    paths.map((path) => {
      const links = new Map<string, string>();
      const mine = lists.map(([media, screens]) => [media, screens[path] ?? []] as const);
      const shared = (url: string) => mine.every(([, urls]) => urls.includes(url));
      // A browser asks for links of one kind of window after all others. What a layout needs later than its own files, like the chart
      // library, is named like them, or it would come before them.
      const early = (url: string) => mine.every(([, urls]) => urls.slice(0, urls.indexOf(url) + 1).every(shared));
      for (const [media, urls] of mine)
        for (const url of urls) {
          const kind = url.endsWith('.css') ? styleSheet : moduleScript;
          const window = shared(url) && early(url) ? '' : `; media="${media}"`;
          links.set(`${url}${window}`, `<${url}>; ${kind}${window}`);
        }
      return [path, [...links.values()].join(', ')];
    }),
  );
}

/** What the pages of these screens ask for before their script is there: a second inline script, which other pages need not carry. */
function earlyScript(webFolder: string): string {
  const file = join(webFolder, '.vite/early.js');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Endpoints for programs never answer with a page: a missing script that arrived as HTML would fail far from its cause. */
const doors = /^\/(?:api|v8|console|files|ws|dev|health|metrics)(?:\/|\?|$)/;

/** Every other path is a route of the customers' app, which has its own page for unknown routes. */
function answer({ page, first, links }: { page: Page; first: Page; links: Links }, request: FastifyRequest, reply: FastifyReply) {
  if (doors.test(request.url)) return reply.callNotFound();
  const link = links[request.url.split('?', 1)[0]!];
  if (link === undefined) return sendPage(page, request, reply);
  return sendPage(first, request, reply.header('link', link));
}

async function serveAssets(scope: FastifyInstance, webFolder: string, prefix: string): Promise<void> {
  await scope.register(fastifyStatic, {
    root: webFolder,
    prefix,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    setHeaders(reply, path) {
      const inFolder = path.slice(webFolder.length).replaceAll('\\', '/');
      // Names under assets contain a hash of their bytes. Every other file may change with the next build.
      reply.header('cache-control', inFolder.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (/^\/sw\.js(?:\.(?:br|gz))?$/.test(inFolder)) reply.header('service-worker-allowed', '/');
    },
  });
}

function pageOf(html: string, status: number): Page {
  const plain = Buffer.from(html);
  return {
    status,
    plain,
    gzip: gzipSync(plain, { level: 9 }),
    brotli: brotliCompressSync(plain),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const accepts = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepts)) return reply.code(page.status).header('content-encoding', 'br').send(page.brotli);
  if (/\bgzip\b/.test(accepts)) return reply.code(page.status).header('content-encoding', 'gzip').send(page.gzip);
  return reply.code(page.status).send(page.plain);
}
