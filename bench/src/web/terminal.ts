import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
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
  /** Share of the time in which the page's main thread worked. */
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

/** Seconds the page's main thread has worked. Its process says nothing: the slowdown itself burns processor time there. */
const workedSeconds = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
};

type Spot = { x: number; y: number };
const controls = { '5m': 'radio', '30m': 'radio', Depth: 'tab', Book: 'tab', Fills: 'tab' } as const;
type Control = keyof typeof controls;

/** Where the controls are, found before anything is measured: a search by role walks the whole page on its main thread, a pointer does not. */
async function findSpots(page: Page): Promise<Record<Control, Spot>> {
  const found = await Promise.all(
    Object.entries(controls).map(async ([name, role]) => {
      const box = await page.getByRole(role, { name, exact: true }).boundingBox();
      if (!box) throw new Error(`the terminal shows no ${role} ${name}`);
      return [name, { x: box.x + box.width / 2, y: box.y + box.height / 2 }] as const;
    }),
  );
  return Object.fromEntries(found) as Record<Control, Spot>;
}

/** What a trader does meanwhile: another interval, another side, a quantity, a tab, and back. */
async function trade(page: Page, spots: Record<Control, Spot>): Promise<void> {
  const pause = () => page.waitForTimeout(runMs / 9);
  const click = async (name: Control) => {
    await page.mouse.click(spots[name].x, spots[name].y);
    await pause();
  };
  await click('5m');
  await page.keyboard.press('s');
  await pause();
  await page.keyboard.type('0.25');
  await pause();
  await click('Depth');
  await click('Book');
  await click('Fills');
  await page.keyboard.press('b');
  await page.keyboard.press('Escape');
  await pause();
  await click('30m');
}

async function measure(page: Page, session: CDPSession, market: BenchMarket, spots: Record<Control, Spot>, moving: boolean): Promise<Run> {
  market.moving = moving;
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    const { benchSeen } = window as unknown as { benchSeen: { frames: number[]; events: number[] } };
    benchSeen.frames.length = 0;
    benchSeen.events.length = 0;
  });
  const before = { updates: market.sent(), busy: await workedSeconds(session), at: Date.now() };
  await trade(page, spots);
  const busySeconds = (await workedSeconds(session)) - before.busy;
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

/** The terminal under load in Chromium, with its processor slowed fourfold, compared with the same screen on which nothing moves. */
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
    await session.send('Performance.enable');
    const spots = await findSpots(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.evaluate(watch);
    // One round warms caches and compiled code for both sides; it is not counted.
    await measure(page, session, market, spots, true);
    const moving: Run[] = [];
    const still: Run[] = [];
    for (let run = 0; run < runs; run += 1) {
      moving.push(await measure(page, session, market, spots, true));
      still.push(await measure(page, session, market, spots, false));
    }
    const of = (list: readonly Run[], pick: (run: Run) => number) => median(list.map(pick));
    const line = (name: string, list: readonly Run[]) =>
      `${name}: ${of(list, (run) => run.frames)} frames, ${of(list, (run) => run.long)} over ${longFrameMs} ms, longest ${of(list, (run) => run.longest).toFixed(0)} ms, p95 ${of(list, (run) => run.p95).toFixed(1)} ms, slowest interaction ${of(list, (run) => run.inp)} ms, main thread at work ${(of(list, (run) => run.busy) * 100).toFixed(0)} %`;
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
        `load of the machine at the end: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} processors (whatever else runs takes frames away)`,
      ],
    };
  } finally {
    await browser.close();
    market.close();
  }
}
