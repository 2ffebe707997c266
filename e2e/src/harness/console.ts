import type { Opened, OpenOptions } from './browser.ts';
import type { RunContext } from './run-context.ts';
import { Skip, until } from './suite.ts';
import { patience, press } from './trader.ts';
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
