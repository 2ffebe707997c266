import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import type { BenchResult } from '../result.ts';
import { type BenchMarket, openMarket, symbolCount } from './terminal-market.ts';

const runs = 5;
const runMs = 6_000;
const slowdown = 4;
const longFrameMs = 50;
const inpBarMs = 100;

interface Run {
  frames: number;
  /** Frames that took longer than 50 ms, and the longest. */
  long: number;
  longest: number;
  p95: number;
  /** The slowest interaction, from the finger to the paint (events shorter than 16 ms are not reported by browsers: 16 stands for them). */
  inp: number;
  /** Processor time of the page's process per second. */
  busy: number;
  updates: number;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const places = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Watches frames and interactions inside the page. */
function watch() {
  const seen = { frames: [] as number[], events: [] as number[] };
  let last = performance.now();
  const frame = (now: number) => {
    seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('interactionId' in entry && entry.interactionId) seen.events.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  Object.assign(window, { benchSeen: seen });
}

/** Processor time of the page's own process: unlike wall time it says the same on a busy machine. */
const pageSeconds = async (session: CDPSession): Promise<number> => {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return Math.max(0, ...processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => cpuTime));
};

/** What a trader does meanwhile: another interval, another side, a quantity, a tab, a row of the watchlist and back. */
async function trade(page: Page): Promise<void> {
  const pause = () => page.waitForTimeout(runMs / 9);
  const interval = (name: string) => page.getByRole('radio', { name, exact: true }).click();
  await interval('5m');
  await pause();
  await page.keyboard.press('s');
  await pause();
  await page.keyboard.type('0.25');
  await pause();
  await page.getByRole('tab', { name: 'Depth' }).click();
  await pause();
  await page.getByRole('tab', { name: 'Book' }).click();
  await pause();
  await page.getByRole('tab', { name: 'Fills' }).click();
  await pause();
  await page.keyboard.press('b');
  await page.keyboard.press('Escape');
  await pause();
  await interval('30m');
  await pause();
}

async function measure(page: Page, processes: CDPSession, market: BenchMarket, moving: boolean): Promise<Run> {
  market.moving = moving;
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    const { benchSeen } = window as unknown as { benchSeen: { frames: number[]; events: number[] } };
    benchSeen.frames.length = 0;
    benchSeen.events.length = 0;
  });
  const before = { updates: market.sent(), busy: await pageSeconds(processes), at: Date.now() };
  await trade(page);
  const busySeconds = (await pageSeconds(processes)) - before.busy;
  const tookMs = Date.now() - before.at;
  const updates = market.sent() - before.updates;
  const { frames, events } = await page.evaluate(
    () => (window as unknown as { benchSeen: { frames: number[]; events: number[] } }).benchSeen,
  );
  const sorted = [...frames].sort((a, b) => a - b);
  return {
    frames: frames.length,
    long: frames.filter((ms) => ms > longFrameMs).length,
    longest: sorted.at(-1) ?? 0,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    inp: Math.max(16, ...events),
    busy: (busySeconds * 1_000) / tookMs,
    updates: (updates * 1_000) / tookMs,
  };
}

/** The terminal under load in Chromium, its processor slowed fourfold, beside the same screen on which nothing moves. */
export async function terminal(): Promise<BenchResult> {
  const root = process.cwd();
  const built = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', "const { buildWeb } = await import('./scripts/web.mjs'); await buildWeb();"],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  if (built.status !== 0) throw new Error(`the web app does not build:\n${built.stderr}`);
  const executablePath = places.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error('no Chromium found: install it or set CHROMIUM_PATH');
  const market = await openMarket(join(root, 'apps/web/dist'));
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    await page.addInitScript(() =>
      localStorage.setItem('bourse.device', JSON.stringify({ version: 1, state: { language: 'en', welcomed: true } })),
    );
    await page.goto(`${market.origin}/order?symbol=BTC/USDT`);
    await page.getByRole('radio', { name: '30m' }).waitFor();
    await page.waitForTimeout(3_000);
    const session = await page.context().newCDPSession(page);
    const processes = await browser.newBrowserCDPSession();
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.evaluate(watch);
    // One round warms caches and compiled code for both sides; it is not counted.
    await measure(page, processes, market, true);
    const moving: Run[] = [];
    const still: Run[] = [];
    for (let run = 0; run < runs; run += 1) {
      moving.push(await measure(page, processes, market, true));
      still.push(await measure(page, processes, market, false));
    }
    const of = (list: readonly Run[], pick: (run: Run) => number) => median(list.map(pick));
    const line = (name: string, list: readonly Run[]) =>
      `${name}: ${of(list, (run) => run.frames)} frames, ${of(list, (run) => run.long)} over ${longFrameMs} ms, longest ${of(list, (run) => run.longest).toFixed(0)} ms, p95 ${of(list, (run) => run.p95).toFixed(1)} ms, slowest interaction ${of(list, (run) => run.inp)} ms, processor ${(of(list, (run) => run.busy) * 100).toFixed(0)} %`;
    const [long, inp] = [of(moving, (run) => run.long), of(moving, (run) => run.inp)];
    const [stillLong, stillInp] = [of(still, (run) => run.long), of(still, (run) => run.inp)];
    const met = long === 0 && inp <= inpBarMs;
    return {
      name: 'terminal',
      ratio: null,
      bar: `no frame over ${longFrameMs} ms, INP ≤ ${inpBarMs} ms: ${met ? 'met' : 'not met'}`,
      ours: `${long} long frames and INP ${inp} ms under load`,
      reference: `${stillLong} long frames and INP ${stillInp} ms on the same screen without ticks`,
      report: [
        `${symbolCount} rows, ${of(moving, (run) => run.updates).toFixed(0)} row updates/s, book, tape and chart; processor slowed ${slowdown}×; medians of ${runs} rounds`,
        line('with ticks', moving),
        line('without', still),
      ],
    };
  } finally {
    await browser.close();
    market.close();
  }
}
