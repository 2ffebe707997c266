import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A Chromium on this machine, or undefined. The caller reports that it is missing. */
export const findChromium = () => places.find((place): place is string => Boolean(place) && existsSync(place ?? ''));

export const missingChromium = 'No Chromium found: install Debian\'s "chromium" or Google Chrome, or set CHROMIUM_PATH to a browser.';

export async function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(missingChromium);
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Slows every page down by this factor, so that dependence on a fast machine shows. */
const allSlowedBy = Number(process.env['BOURSE_E2E_SLOWED_BY'] ?? 1);

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };
const narrow = (size: { width: number } | null) => size !== null && size.width < 640;
export const isPhone = (page: Page): boolean => narrow(page.viewportSize());

export interface Opened {
  context: BrowserContext;
  page: Page;
  /** Console errors and failed page scripts seen so far. */
  problems: string[];
}

export interface OpenOptions {
  viewport?: { width: number; height: number };
  language?: string;
  theme?: 'light' | 'dark';
  reducedMotion?: boolean;
  timeZone?: string;
  /** What the browser says it is. The server tells phones from desktops by it. */
  userAgent?: string;
  /** The device's time, when it differs from the machine's. It runs on from there. */
  now?: number;
  /** How many times slower than this machine the device computes. */
  slowedBy?: number;
  /** The port of a network (`line.ts`) through which everything goes. */
  network?: number;
}

/** A fresh profile at a size, in a language and theme. */
export async function open(browser: Browser, options: OpenOptions = {}): Promise<Opened> {
  const viewport = options.viewport ?? desktop;
  const context = await browser.newContext({
    viewport,
    ...(options.userAgent && { userAgent: options.userAgent }),
    ...(options.network && { proxy: { server: `socks5://127.0.0.1:${options.network}` } }),
    locale: options.language ?? 'en-GB',
    colorScheme: options.theme ?? 'light',
    timezoneId: options.timeZone ?? 'Europe/London',
    hasTouch: narrow(viewport),
    isMobile: narrow(viewport),
    deviceScaleFactor: 1,
    reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
  });
  if (options.now !== undefined) await context.clock.install({ time: options.now });
  const page = await context.newPage();
  const slowedBy = Math.max(allSlowedBy, options.slowedBy ?? 1);
  if (slowedBy > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = `${message.text()} ${message.location().url}`.trim();
    // A server on a busy machine says that it is, and the page asks again: no fault of the page. What it then shows is looked at as ever.
    if (text.includes('status of 503')) console.log(`     busy: ${text}`);
    else problems.push(text);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return { context, page, problems };
}
