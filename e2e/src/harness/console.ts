import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Opened, OpenOptions } from './browser.ts';
import type { RunContext } from './run-context.ts';
import { Skip, until } from './suite.ts';
import { busy, busyMs, patience, press } from './trader.ts';
import { en, say } from './words.ts';

export type OperatorName = 'Ada' | 'Ben' | 'Cleo' | 'Dora';
/** Development keys of operators by console, as their browsers store them. A link of enrolment works once, so that later runs sign in with the key. */
const keys = new Map<string, { counter: number }>();
const storeKey = 'console.software-key';
const words = en.console;

export const consoleOf = ({ server }: RunContext): string => `http://localhost:${server.consolePort}`;

/** A browser of an operator, signed in with a development key. */
export async function openConsole(context: RunContext, name: OperatorName, options: OpenOptions = {}): Promise<Opened> {
  const { server, open } = context;
  if (server.consolePort === 0) throw new Skip('this server has no console');
  const opened = await open(options);
  const { page } = opened;
  const keyName = `${name} ${consoleOf(context)}`;
  const kept = keys.get(keyName);
  if (kept) {
    // A key counts its signatures. Seconds are ahead of every count that an earlier browser of this operator came to.
    const key = JSON.stringify({ ...kept, counter: Math.floor(Date.now() / 1000) });
    await page.addInitScript(([name, value]) => localStorage.getItem(name!) ?? localStorage.setItem(name!, value!), [storeKey, key]);
    await page.goto(`${consoleOf(context)}/`);
    await press(page.getByRole('button', { name: words.withSoftware }));
  } else {
    const link = await until(
      `the link of ${name} is printed`,
      () => new RegExp(`${name} .*?(http\\S+#enrol=\\S+)`).exec(server.output())?.[1],
    );
    await page.goto(link);
    await page.getByText(say(words.enrolTitle, { name })).waitFor({ timeout: patience });
    await press(page.getByRole('button', { name: words.enrolSoftware }));
  }
  await page.getByRole('button', { name: words.signOut }).waitFor({ timeout: patience });
  keys.set(keyName, await page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}'), storeKey));
  return opened;
}

/** Goes to a screen of the console. */
export const goTo = ({ page }: Opened, ...parts: readonly string[]): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, parts.map(encodeURIComponent).join('/'));

/**
 * A call of the console outside its screens, with the session of an operator's page; with a body it is a command. A busy server is asked again, as customers'
 * calls are.
 */
export async function asOperator<Answer>(
  { page }: { page: Page },
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const sent = body && { body: JSON.stringify(body), key: randomUUID() };
  for (const from = Date.now(); ; await page.waitForTimeout(500)) {
    const answer = await page.evaluate(
      async ([path, sent]) => {
        const headers = { language: 'en', authorization: `Bearer ${sessionStorage.getItem('console.token')}` };
        const response = await fetch(
          `/api/admin-api/${path}`,
          sent
            ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': sent.key }, body: sent.body }
            : { headers },
        );
        return (await response.json()) as { code: number; msg: string; data: unknown };
      },
      [path, sent] as const,
    );
    if (answer.code === 0) return answer.data as Answer;
    if (!busy.has(answer.code) || Date.now() - from > busyMs) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  }
}
