import { offered } from '@bourse/words/languages';
import { packOf } from '@bourse/words/packs';
import type { Page } from 'playwright-core';
import { violations } from '../harness/axe.ts';
import { desktop, phone } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal } from '../harness/suite.ts';
import { en, inPseudo, like, zhCN } from '../harness/words.ts';
import { routes, settled, sideways } from './every-route.ts';

type Table = Record<string, Record<string, string>>;
/** Country names: for the made-up test languages, CLDR supplies them in English. And languages, which are offered by their own names. */
const published = /^\/(privacy_policy|text_preview)/;
const countries = new Set<string>(['Malaysia', ...offered.map(({ name }) => name)]);
/** The most colourful screens: axe looks at them from right to left too. */
const colourful = ['/home', '/market', '/order', '/funds'];

/** All texts of a page, visible or for screen readers. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      // Names that the exchange itself serves come in its own languages: it speaks no made-up one.
      if (parentElement && !parentElement.closest('script, style, noscript, [data-served]')) found.add((textContent ?? '').trim());
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const node of document.querySelectorAll(`body [${name}]`)) found.add((node.getAttribute(name) ?? '').trim());
    found.delete('');
    return [...found];
  });

const letters = (text: string) => text.replace(/\{[^}]*\}/g, '').match(/\p{L}{2,}/gu)?.length ?? 0;

/** A test for English sentences of the app that are translated differently in another language. */
function englishOnly(other: (feature: string, name: string) => string): (text: string) => string | undefined {
  const plain = new Map<string, string>();
  const patterns: [RegExp, string][] = [];
  const theirs = new Set<string>();
  for (const [feature, words] of Object.entries(en as Table)) {
    // Texts that only the server sends come in an offered language.
    if (packOf(feature) === undefined) continue;
    for (const [name, sentence] of Object.entries(words)) {
      const translated = other(feature, name);
      theirs.add(translated);
      if (translated === sentence || letters(sentence) === 0) continue;
      if (!/[{}]/.test(sentence)) plain.set(sentence, `${feature}.${name}`);
      // A sentence with values needs enough words of its own to differ from names and figures.
      else if (!/, (?:plural|select|selectordinal),/.test(sentence) && letters(sentence) >= 2)
        patterns.push([new RegExp(`^${like(sentence).source}$`), `${feature}.${name}`]);
    }
  }
  return (text) => (theirs.has(text) ? undefined : (plain.get(text) ?? patterns.find(([pattern]) => pattern.test(text))?.[1]));
}

/** Signs in through the API, because the buttons' names depend on the language. */
async function enterDemoSilently({ origin }: RunContext, page: Page): Promise<void> {
  await page.evaluate(async (api) => {
    const answer = await fetch(`${api}/api/app-api/system/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ loginType: 2 }),
    });
    const { data } = await answer.json();
    localStorage.setItem('access_token', data.accessToken);
    localStorage.setItem('refresh_token', data.refreshToken);
    localStorage.setItem('login_type', '2');
    localStorage.setItem('user_id', data.userId);
  }, origin);
}

/** Known defects. Each run prints them until they are fixed. */
const known: Readonly<Record<string, string>> = {
  'en-XA /pc_home': 'only the box of toasts sticks out: the layout viewport stays wider than the content that is left',
};

/** Texts that their own box cuts off without an ellipsis. Boxes for screen readers are cut on purpose. */
const clipped = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((node) => [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && (child.textContent ?? '').trim() !== ''))
      .filter((node) => {
        const { overflowX, textOverflow, position } = getComputedStyle(node);
        const cut = overflowX === 'hidden' || overflowX === 'clip';
        return (
          cut &&
          textOverflow !== 'ellipsis' &&
          !(position === 'absolute' && node.clientWidth <= 1) &&
          node.scrollWidth - node.clientWidth > 1
        );
      })
      .map((node) => node.outerHTML.slice(0, 120)),
  );

/** What a page says in plain English, what it cuts, and what sticks out. */
async function faults(page: Page, name: string, language: string, find: (text: string) => string | undefined): Promise<string[]> {
  const found: string[] = [];
  for (const text of await textsOf(page)) {
    // A published text that has no such language is shown in another one, labelled so.
    const key = countries.has(text) || published.test(name) ? undefined : find(text);
    if (key) found.push(`${name}: “${text}” (${key}) is plain English`);
  }
  const over = await sideways(page);
  const why = known[`${language} ${name.split(' ')[0]}`];
  if (over && why) console.log(`not judged: ${name} in ${language} scrolls sideways by ${over.split(':')[0]}: ${why}`);
  else if (over) found.push(`${name} scrolls sideways by ${over}`);
  for (const box of await clipped(page)) found.push(`${name} cuts ${box}`);
  return found;
}

/** Every address that the app knows, in a language, on a phone and where asked in a wide window: no plain English is left, no text is cut, nothing sticks out. */
async function everyScreenIn(
  context: RunContext,
  language: string,
  find: (text: string) => string | undefined,
  wide: boolean,
): Promise<void> {
  const opened = await context.open({ viewport: phone, language: 'zh-CN' });
  const { page, problems } = opened;
  await page.goto(`${context.origin}/order?lang=${language}`);
  await enterDemoSilently(context, page);
  const found: string[] = [];
  for (const route of routes()) {
    // The gallery shows components with samples of their own.
    if (route.includes(':') || route === '/gallery') continue;
    problems.length = 0;
    await page.goto(`${context.origin}${route}${route.includes('?') ? '&' : '?'}lang=${language}`);
    await settled(page);
    await page.waitForTimeout(300);
    equal(await page.evaluate(() => document.documentElement.lang), language, `the language of ${route}`);
    found.push(...(await faults(page, `${route} at ${phone.width}`, language, find)));
    if (language === 'ar-XB' && colourful.includes(route)) found.push(...(await violations(page, `${route} from right to left`)));
    if (wide) {
      // The same page in a wide window, as when a tablet is turned.
      await page.setViewportSize(desktop);
      await settled(page);
      await page.waitForTimeout(400);
      found.push(...(await faults(page, `${route} at ${desktop.width}`, language, find)));
      await page.setViewportSize(phone);
    }
    found.push(...problems.map((problem) => `${route}: ${problem}`));
  }
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** A Chinese customer reads Chinese. */
export const chinese = (context: RunContext) =>
  everyScreenIn(
    context,
    'zh-CN',
    englishOnly((feature, name) => (zhCN as Table)[feature]?.[name] ?? ''),
    true,
  );

const inMadeUp = (context: RunContext, language: 'en-XA' | 'en-XT' | 'ar-XB', wide = false) =>
  everyScreenIn(
    context,
    language,
    englishOnly((feature, name) => inPseudo(language, (en as Table)[feature]?.[name] ?? '')),
    wide,
  );
/** Plain English was never passed to the translator. A text that does not fit at twice its length will not fit in German. */
export const pseudoLanguage = (context: RunContext) => inMadeUp(context, 'en-XA', true);
/** Marks above and below the letters. */
export const tallLanguage = (context: RunContext) => inMadeUp(context, 'en-XT');
/** Written from right to left. */
export const rightToLeft = (context: RunContext) => inMadeUp(context, 'ar-XB');
