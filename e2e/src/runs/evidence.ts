import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { verifierText } from '@bourse/transparency';
import { checkFile, type EvidenceFile, maxFileBytes, readFile } from '@bourse/verifier/file';
import { LogWorld } from '@bourse/verifier/testing';
import type { Page } from 'playwright-core';
import { desktop, type Opened, phone } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, goToTicket, noProblems, patience, press, takingPrice } from '../harness/trader.ts';
import { en, like, say } from '../harness/words.ts';

const symbol = 'BTC/USDT';
const words = en.evidence;

/** Presses a button that saves a file, and answers its text. */
async function saved(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: patience }),
    press(page.getByRole('button', { name: button, exact: true }).first()),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

const fileOf = (text: string): EvidenceFile => {
  const file = readFile(text);
  if (typeof file === 'string') throw new Error(`the saved file is ${file}`);
  return file;
};

/** Buys by the ticket, and opens the receipt of the fill on its own page. */
async function tradeAndOpenReceipt(opened: Opened, origin: string): Promise<string> {
  const { page } = opened;
  await enterDemo(opened, origin);
  const ticket = await goToTicket(opened, origin, symbol);
  await ticket.side('buy');
  await ticket.kind('limit');
  await ticket.fill({ price: await takingPrice(page, origin, symbol), quantity: '0.01' });
  await ticket.place();
  const [fill] = await until('the fill is in the history', async () => {
    const { list } = await call(page, origin, 'GET pay/order-coin/fill-page', { pageSize: 10 });
    return list.length > 0 && list;
  });
  await page.goto(`${origin}/receipt?fill=${fill!.id}`);
  return fill!.id;
}

/** From a trade to a file that a browser without a network accepts. */
export async function receiptStandsAlone({ origin, open, browser }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop });
  const { page } = opened;
  const fillId = await tradeAndOpenReceipt(opened, origin);
  // It may come before the notary has signed: then the page asks again by itself.
  const step = page.getByRole('region', { name: words.stepLog });
  await step.getByText(like(words.logSigned)).waitFor({ timeout: patience });
  await page.getByText(say(en.trade.agreesWhy, { done: '5', all: '5' })).waitFor({ timeout: patience });

  // The file has the receipt, and the command where its acknowledgement said.
  await page.goto(`${origin}/mine/evidence`);
  const file = await until(
    'the file has receipt and command with their proofs',
    async () => {
      await press(page.getByRole('button', { name: words.checkNow }));
      const found = fileOf(await saved(page, words.exportAll));
      const proven = found.receipts.length === 1 && found.commands.length > 0 && found.commands.every(({ evidence }) => evidence);
      return proven && found.heads.length > 0 && found;
    },
    patience,
  );
  truthy(file.receipts[0]?.document.includes(`"fill":${fillId},`), 'the file has the receipt of the fill');
  equal(checkFile(file).verdict, 'agrees', 'the file by itself');
  await checkedOffline(browser, file);

  // A document that the exchange changes afterwards, with a hash to match its own bytes or not, does not get past the browser.
  await page.route('**/pay/receipt/get?**', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { document: string } };
    answer.data.document = answer.data.document.replace(/"lots":(\d+)/, (_, lots) => `"lots":${Number(lots) + 1}`);
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`${origin}/receipt?fill=${fillId}`);
  await step.getByText(say(words.why_documentDiffers, { detail: 'lots' })).waitFor({ timeout: patience });
  await page.getByText(en.trade.differs, { exact: true }).waitFor({ timeout: patience });
  noProblems(opened, 'from the receipt to the file');
}

/** The verifier's page in a profile of its own, opened as a file, without a network. */
async function checkedOffline(browser: RunContext['browser'], file: EvidenceFile): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-evidence-'));
  const context = await browser.newContext({ viewport: phone, locale: 'en-GB', offline: true });
  try {
    const page = await context.newPage();
    const asked: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => void (request.url().startsWith('file:') || asked.push(request.url())));
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    await page.goto(pathToFileURL(resolve('apps/web/dist/verifier.html')).href);
    const verdictOf = async (name: string, text: string, bytes?: number) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      if (bytes !== undefined) truncateSync(path, bytes);
      await page.reload();
      await page.locator('input[type=file]').setInputFiles(path);
      const summary = page.locator('[data-verdict]');
      await summary.waitFor({ timeout: patience });
      return [await summary.getAttribute('data-verdict'), (await page.locator('section').textContent()) ?? ''] as const;
    };
    const text = JSON.stringify(file);
    const [good, said] = await verdictOf('good.json', text);
    equal(good, 'agrees', 'the file offline');
    truthy(said.includes(words.verifierAgrees) && said.includes(file.keys[0]!.key), 'the page says so, and names the keys');
    const changed = {
      ...file,
      receipts: file.receipts.map((one) => ({ ...one, document: one.document.replace(/"lots":(\d+)/, '"lots":7$1') })),
    };
    const [bad, why] = await verdictOf('changed.json', JSON.stringify(changed));
    equal(bad, 'differs', 'the changed file offline');
    truthy(why.includes(say(words.why_documentDiffers, { detail: 'lots' })), 'the page names the figure');
    for (const [name, content, reason, bytes] of [
      ['empty.json', '', words.file_empty],
      ['cut.json', text.slice(0, -20), words.file_notJson],
      ['other.json', '{"a":1}', words.file_otherFormat],
      ['huge.json', text, words.file_tooLarge, maxFileBytes + 1],
    ] as const) {
      const [verdict, told] = await verdictOf(name, content, bytes);
      equal(verdict, 'unchecked', name);
      truthy(told.includes(reason), `${name}: ${told}`);
    }
    equal([asked, problems], [[], []], 'requests and errors of the offline page');
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An exchange that shows another history than before: the app says so on one page, until the customer has the evidence. */
export async function historyChanged({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: phone });
  const { page } = opened;
  const first = new LogWorld('demo').fill(12);
  const other = new LogWorld('demo').fill(8);
  other.add([], { commandId: new Uint8Array(16).fill(3), actor: { by: 'system', id: 0 }, command: { kind: 'advanceTime' } });
  other.fill(30);
  let shown = first;
  await page.route('**/exchange/transparency', (route) => {
    const log = { venue: 'demo', origin: shown.origin, key: verifierText(shown.key), witnesses: [], head: shown.head(), size: shown.size };
    const rest = { signedAt: 1, unsignedSince: null, unwitnessedSince: null, contradiction: null };
    return route.fulfill({ json: { code: 0, data: [{ ...log, ...rest }], msg: '' } });
  });
  // The proof is a true one, of the other history.
  await page.route('**/exchange/transparency/consistency?**', async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const path = await shown.consistency(Number(asked.get('oldSize')), Number(asked.get('size')));
    await route.fulfill({ json: { code: 0, data: { path }, msg: '' } });
  });
  await enterDemo(opened, origin);
  await page.goto(`${origin}/mine/evidence`);
  await page.getByText(words.allWell).waitFor({ timeout: patience });
  shown = other;
  await page.goto(`${origin}/home`);
  const changed = page.getByRole('alertdialog', { name: words.changedTitle });
  await changed.getByText(words.found_inconsistent).waitFor({ timeout: patience });
  await page.keyboard.press('Escape');
  await page.reload();
  await changed.waitFor({ timeout: patience });
  const text = await saved(page, words.download);
  const checked = checkFile(fileOf(text));
  equal(
    [checked.verdict, checked.items.at(-1)?.kind, checked.items.at(-1)?.steps[0]?.why],
    ['differs', 'finding', 'notContinued'],
    'the evidence by itself',
  );
  await changed.waitFor({ state: 'detached', timeout: patience });
  await page.goto(`${origin}/mine/evidence`);
  await page.getByText(words.found_inconsistent).waitFor({ timeout: patience });
  equal(await changed.count(), 0, 'pages after the download');
}
