/**
 * Pictures of screens, for a designer's eye: node scripts/run.mjs e2e/src/shots.ts [--at http://127.0.0.1:8080] [--sizes phone,desk] [--themes
 * light,dark] [--lang en] [--token ACCESS,REFRESH,TYPE] [--scroll 800] [--full yes] [--scale 2] [--wait 1200]
 * [--out e2e/output/shots] /home /market …
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const options = new Map<string, string>();
const paths: string[] = [];
const given = process.argv.slice(2);
for (let index = 0; index < given.length; index += 1) {
  const word = given[index]!;
  if (word.startsWith('--')) {
    options.set(word.slice(2), given[index + 1] ?? '');
    index += 1;
  } else paths.push(word);
}
const at = options.get('at') ?? 'http://127.0.0.1:8080';
const out = options.get('out') ?? 'e2e/output/shots';
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 }, tablet: { width: 820, height: 1180 } } as const;
const wantedSizes = (options.get('sizes') ?? 'phone,desk').split(',') as (keyof typeof sizes)[];
const themes = (options.get('themes') ?? 'light,dark').split(',') as ('light' | 'dark')[];
const language = options.get('lang') ?? 'en';
const waitMs = Number(options.get('wait') ?? '1200');
const [access, refresh, loginType] = (options.get('token') ?? '').split(',');

const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (file) => file !== undefined && existsSync(file),
);
if (!executablePath) throw new Error('No Chromium was found; set CHROMIUM_PATH.');
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
for (const size of wantedSizes)
  for (const theme of themes) {
    const context = await browser.newContext({
      viewport: sizes[size],
      deviceScaleFactor: options.has('scale') ? Number(options.get('scale')) : 1,
      hasTouch: size === 'phone',
      colorScheme: theme,
      locale: language,
      serviceWorkers: 'block',
    });
    await context.addInitScript(
      ([kept, lang, a, r, type]) => {
        localStorage.setItem('theme', kept!);
        if (!localStorage.getItem('bourse.device'))
          localStorage.setItem('bourse.device', JSON.stringify({ version: 1, state: { language: lang, welcomed: true } }));
        if (a && r && !localStorage.getItem('access_token')) {
          localStorage.setItem('access_token', a);
          localStorage.setItem('refresh_token', r);
          localStorage.setItem('login_type', type ?? '2');
        }
      },
      [theme, language, access ?? '', refresh ?? '', loginType ?? ''],
    );
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') console.log(`${size} ${theme} console: ${message.text().slice(0, 200)}`);
    });
    page.on('pageerror', (error) => console.log(`${size} ${theme} error: ${error.message.slice(0, 300)}`));
    for (const path of paths) {
      await page.goto(at + path, { waitUntil: 'load' });
      await page.waitForTimeout(waitMs);
      if (options.has('scroll')) {
        await page.evaluate((y) => window.scrollTo(0, y), Number(options.get('scroll')));
        await page.waitForTimeout(300);
      }
      const name = `${path.replace(/[^\w]+/g, '-').replace(/^-|-$/g, '') || 'root'}${options.has('scroll') ? `.${options.get('scroll')}` : ''}.${size}.${theme}.png`;
      await page.screenshot({ path: join(out, name), fullPage: options.get('full') === 'yes' });
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      console.log(`${join(out, name)}${sideways > 0 ? ` scrolls sideways by ${sideways}` : ''}`);
    }
    await context.close();
  }
await browser.close();
