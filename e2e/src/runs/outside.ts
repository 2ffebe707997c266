import type { AdminOutput } from '@bourse/protocol/admin';
import type { Page } from 'playwright-core';
import { desktop, type OpenOptions, phone } from '../harness/browser.ts';
import { silenced } from '../harness/companions.ts';
import { asOperator, goTo, openConsole } from '../harness/console.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { noProblems, patience } from '../harness/trader.ts';
import { en } from '../harness/words.ts';

const { console: words } = en;

const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor({ timeout: patience });
/** A sentence that stands beside a chip. */
const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: patience });
const shownNot = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).first().waitFor({ state: 'detached', timeout: patience });

/** The screen of the signer and the chains says what is: while both answer, while the signer answers nobody, and while no chain does. */
async function truthful(context: RunContext, options: OpenOptions): Promise<void> {
  const { dataFolder } = context.server;
  const cleo = await openConsole(context, 'Cleo', options);
  const { page } = cleo;
  await goTo(cleo, 'outside');
  await shows(page, words['signer.ready']);
  await says(page, words['signerText.ready']);
  const signer = await asOperator<AdminOutput<'GET signer/get'>>(cleo, 'signer/get');
  truthy(signer.vaultKey, 'the signer names its key');
  await shows(page, signer.vaultKey);
  const chains = () => asOperator<AdminOutput<'GET rail/list'>>(cleo, 'rail/list');
  for (const { network } of await chains()) await shows(page, network);
  // A chain is followed by blocks, so that a node may be one ahead.
  await until('every chain is followed', async () =>
    (await chains()).every(({ problem, head, height }) => problem === null && head !== null && height !== null && head - height <= 2),
  );
  await shownNot(page, words.notFollowed);

  await silenced(dataFolder, 'signer', async () => {
    await shows(page, words['signer.away']);
    await says(page, words['signerText.away']);
    await shownNot(page, words['signer.ready']);
    equal((await chains()).filter(({ problem }) => problem !== null).length, 0, 'chains that have trouble because of the signer');
  });
  await shows(page, words['signer.ready']);
  await shownNot(page, words['signer.away']);

  /** Rows that say why a chain is not followed, or only that it is not. */
  const complaints = new Set<string>([words.notFollowed]);
  const complaining = async () => {
    for (const { problem } of await chains()) if (problem !== null) complaints.add(problem);
    const rows = await page.getByRole('row').allTextContents();
    return rows.filter((row) => [...complaints].some((text) => row.includes(text))).length;
  };
  await silenced(dataFolder, 'chain', async () => {
    await until('no chain answers', async () => (await chains()).every(({ head, problem }) => head === null || problem !== null), patience);
    await shows(page, words['signer.ready']);
    await until('the screen says so', async () => (await complaining()) > 0, patience);
  });
  await until(
    'the chains are followed again',
    async () => (await chains()).every(({ head, problem }) => head !== null && problem === null),
    patience,
  );
  await until('the screen says so, too', async () => (await complaining()) === 0, patience);
  noProblems(cleo, 'of the console');
}
export const signerAndChains = (context: RunContext) => truthful(context, { viewport: desktop });
export const signerAndChainsOnAPhone = (context: RunContext) => truthful(context, { viewport: phone, theme: 'dark' });
