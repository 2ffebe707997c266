import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { type Opened, type OpenOptions, open } from './browser.ts';
import { type JoinedServer, type RunningServer, startServer } from './server.ts';

/** What a run works with: a browser, the server, and windows that close after it. */
export interface RunContext {
  browser: Browser;
  server: RunningServer | JoinedServer;
  origin: string;
  open: (options?: OpenOptions) => Promise<Opened>;
  /** Stops the server, as an operator would unless another signal is given, and starts it again on the same port and data. */
  restart: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface RunHost extends RunContext {
  /** Runs a body and closes its windows. Keeps a picture of each window when the body failed. */
  with: (name: string, body: (context: RunContext) => Promise<void>) => Promise<void>;
}

const pictures = 'e2e/output/failed';
/** The runs' server always has its own database and simulated prices, whatever the environment says. */
export const env = { DATABASE_URL: '', BOURSE_FEED: 'simulated' };

export function createRunHost(browser: Browser, server: RunningServer | JoinedServer): RunHost {
  let windows: Opened[] = [];
  const host: RunHost = {
    browser,
    server,
    origin: server.origin,
    async open(options) {
      const opened = await open(browser, options);
      windows.push(opened);
      return opened;
    },
    async restart(signal) {
      const { dataFolder, origin, consolePort } = host.server;
      await host.server.stop(signal);
      const start = () => startServer({ env, dataFolder, consolePort, port: Number(new URL(origin).port), timeoutMs: 120_000 });
      // Every run that follows needs a server, also after a minute in which the machine stalled.
      host.server = await start().catch(start);
    },
    async with(name, body) {
      try {
        await body(host);
      } catch (error) {
        mkdirSync(pictures, { recursive: true });
        for (const [index, { page, problems }] of windows.entries()) {
          const path = join(pictures, `${name.replace(/\W+/g, '-')}.${index}.png`);
          await page.screenshot({ path, timeout: 15_000 }).catch(() => undefined);
          console.log(`     ${page.url()} ${path}${problems.length > 0 ? `\n     ${problems.join('\n     ')}` : ''}`);
        }
        throw error;
      } finally {
        for (const { context, page } of windows) {
          // An answer that a run was still changing goes with its window.
          for (const routed of [page, context]) await routed.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
          await context.close().catch(() => undefined);
        }
        windows = [];
      }
    },
  };
  return host;
}
