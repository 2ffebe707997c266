import type { AdminOutput } from '@bourse/protocol/admin';
import { canonicalJson } from '@bourse/protocol/canonical';
import type { ChatEntry } from '@bourse/protocol/chat';
import { chatStart, checkChat } from '@bourse/verifier/chat';
import type { Page } from 'playwright-core';
import { desktop, type Opened } from '../harness/browser.ts';
import { asOperator, goTo, openConsole } from '../harness/console.ts';
import { write } from '../harness/conversation.ts';
import { startNetwork } from '../harness/line.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, Skip, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, patience, press } from '../harness/trader.ts';
import { en } from '../harness/words.ts';

const { chat, console: desk } = en;
/** How often a network is cut. Before every fourth cut the server is killed. */
const cuts = Number(process.env['BOURSE_CUTS'] ?? 20);
const killed = (cut: number) => cut % 4 === 1;
/** Customers may write 60 times a minute. */
const roundMs = 2_500;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What the customer's device keeps. */
const keptBy = (page: Page): Promise<{ entries: ChatEntry[]; unsent: number }> =>
  page.evaluate(async () => {
    const ask = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await ask(indexedDB.open('ChatDB'));
    const read = (store: string) => ask(db.transaction(store).objectStore(store).getAll());
    const kept = (await read('Messages')) as { entry: ChatEntry }[];
    const unsent = (await read('Outbox')).length;
    db.close();
    return { entries: kept.map(({ entry }) => entry).sort((a, b) => a.offset - b.offset), unsent };
  });

const textsOf = (entries: readonly ChatEntry[]) => entries.flatMap(({ payload }) => (payload?.kind === 'TEXT' ? [payload.text] : []));
const shownIn = (page: Page, name: string) => page.locator(`[aria-label="${name}"] li bdi`).allTextContents();

/** An agent writes into the box. Words whose answer was lost stay in it, and are sent again by Enter. */
class Agent {
  readonly written: string[] = [];
  private readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  private get box() {
    return this.page.getByRole('textbox', { name: desk['chat.write'] });
  }
  async say(text: string): Promise<void> {
    this.written.push(text);
    await this.box.fill(text, { timeout: patience });
    await this.box.press('Enter');
  }
  sent = (): Promise<true> =>
    until(
      'the agent’s words are sent',
      async () => {
        if ((await this.box.inputValue({ timeout: patience })) === '') return true;
        await this.box.press('Enter');
        await sleep(500);
        return false;
      },
      patience,
    );
}

/**
 * A customer and an agent write to each other, each through a network of their own. The networks are cut in turn, the server is killed in between, and both write on
 * all the while. In the end the log of the exchange, what the customer's device keeps and what both screens show are one: every message once, each side's in order.
 */
export async function chatThroughCuts(run: RunContext): Promise<void> {
  if (!run.server.child) throw new Skip('the server is not this run’s own to kill');
  const { origin } = run;
  const networks = [await startNetwork(), await startNetwork()] as const;
  let back: Promise<void> | undefined;
  try {
    const opened = await run.open({ viewport: desktop, network: networks[0].port });
    const { page } = opened;
    await enterDemo(opened, origin);
    await page.goto(`${origin}/customer_service`);
    const customer = { written: [] as string[], box: page.getByRole('textbox', { name: chat.write }) };
    const writes = async (text: string) => {
      customer.written.push(text);
      await customer.box.fill(text, { timeout: patience });
      await until('the box has let it go', async () => {
        await customer.box.press('Enter');
        return (await customer.box.inputValue()) === '';
      });
    };
    const begin = `Is somebody there? ${Date.now()}`;
    customer.written.push(begin);
    await write(page, begin);
    const groupId = await until(
      'the exchange has it',
      async () => (await call(page, origin, 'GET im/group/group-list', {})).find(({ groupSign }) => groupSign === 'common')?.id,
    );

    const cleo = await openConsole(run, 'Cleo', { viewport: desktop, network: networks[1].port });
    const workOrder = await until('it waits for an agent', async () => {
      const { list } = await asOperator<AdminOutput<'GET chat/inbox'>>(cleo, 'chat/inbox?pageSize=100');
      return list.find((row) => row.groupId === groupId)?.workOrder;
    });
    await goTo(cleo, 'service', workOrder);
    await press(cleo.page.getByRole('button', { name: desk.take, exact: true }));
    const agent = new Agent(cleo.page);
    await agent.say('Yes. How can I help?');
    await agent.sent();

    const downMs: number[] = [];
    for (let cut = 0; cut < cuts; cut += 1) {
      const unlucky = networks[cut % 2]!;
      const from = Date.now();
      // Some words are under way when the line is cut or the server is killed, and some are written after it.
      if (cut % 3 === 0) unlucky.cut();
      if (killed(cut) && cut % 8 === 1) back = run.restart('SIGKILL');
      const said = [writes(`customer, word ${cut}`), agent.say(`agent, word ${cut}`)];
      await sleep(10 * (cut % 5));
      if (killed(cut) && cut % 8 === 5) back = run.restart('SIGKILL');
      if (cut % 3 === 1) unlucky.cut();
      await Promise.all(said);
      unlucky.cut();
      await writes(`customer, word ${cut} again`);
      if (back) {
        await back;
        back = undefined;
        downMs.push(Date.now() - from);
      }
      await sleep(Math.max(0, from + roundMs - Date.now()));
      unlucky.mend();
      await agent.sent();
    }
    const written = [...customer.written, ...agent.written];
    await judge(run, { page, cleo, groupId, workOrder, written: [customer.written, agent.written] });
    console.log(
      `  ${written.length} messages over ${cuts} cuts and ${downMs.length} kills (the server was back after ${downMs.map((ms) => `${ms} ms`).join(', ')}): none lost, none twice, in order`,
    );
  } finally {
    // Whatever runs next finds a server.
    await back;
    for (const network of networks) network.close();
  }
}

interface Seen {
  page: Page;
  cleo: Opened;
  groupId: string;
  workOrder: string;
  /** Of the customer and of the agent, in the order in which they wrote. */
  written: readonly [readonly string[], readonly string[]];
}

async function judge({ origin }: RunContext, { page, cleo, groupId, workOrder, written }: Seen): Promise<void> {
  const all = written.flat();
  const kept = await until(
    'the device has every word, and nothing to send',
    async () => {
      const now = await keptBy(page);
      return now.unsent === 0 && textsOf(now.entries).length >= all.length && now;
    },
    2 * patience,
  );
  const entries: ChatEntry[] = [];
  for (;;) {
    const more = await call(page, origin, 'POST im/message/list', { groupId, after: entries.length, limit: 100 });
    entries.push(...more);
    if (more.length < 100) break;
  }
  const texts = textsOf(entries);
  for (const [index, own] of written.entries())
    equal(
      texts.filter((text) => own.includes(text)),
      [...own],
      index === 0 ? 'the customer’s words in the log' : 'the agent’s words in the log',
    );
  equal(texts.length, all.length, 'words in the log');
  equal(new Set(entries.map(({ uuid }) => uuid)).size, entries.length, 'numbers of messages');
  truthy(checkChat(groupId, entries, { offset: 0, head: chatStart }).ok, 'the chain of the log');
  equal(kept.entries.map(canonicalJson), entries.map(canonicalJson), 'what the customer’s device keeps');
  await until('the customer’s screen has all', async () => (await shownIn(page, chat.log)).length >= all.length, patience);
  equal(await shownIn(page, chat.log), texts, 'what the customer reads');
  const messages = () => shownIn(cleo.page, desk['chat.log']).then((shown) => shown.filter((text) => all.includes(text)));
  await until('the agent’s screen has all', async () => (await messages()).length >= all.length, patience);
  equal(await messages(), texts, 'what the agent reads');
  const thread = await asOperator<AdminOutput<'GET chat/thread'>>(cleo, `chat/thread?workOrder=${workOrder}&limit=100`);
  equal(thread.entries.map(canonicalJson), entries.slice(-100).map(canonicalJson), 'what the desk is told');
}
