import type { Locator, Page } from 'playwright-core';
import { desktop } from '../harness/browser.ts';
import { goToContract, houseReady, openPositions, position, prepare } from '../harness/contracts.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, patience, press } from '../harness/trader.ts';
import { en, like, spoken } from '../harness/words.ts';

const symbol = 'BTC-PERP';

const middleOf = async (target: Locator) => {
  const box = await target.boundingBox();
  truthy(box, `${target} is on screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Grabs the tag of a line and moves it, with the button still down. */
async function dragBy(page: Page, line: Locator, pixels: number): Promise<void> {
  const { x, y } = await middleOf(line);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + pixels, { steps: 10 });
}

/** Sets a stop on the chart with the mouse: propose, drag, confirm, drag again, let go with Escape. A stop on the wrong side is refused. */
export async function stopsDragged({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop });
  const { page } = opened;
  await enterDemo(opened, origin);
  await prepare(page, origin, { 2: '5000' });
  await houseReady(page, origin, symbol);
  const terms = { symbol, direction: 1, lever: 10, marginMode: 2, quantity: '0.05' } as const;
  await call(page, origin, 'POST pay/order-contract/create', terms);
  await position(page, origin, symbol, '0.05', 1);
  await goToContract(opened, origin, symbol);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('update-profit-loss')) sent.push(request.url());
  });
  const line = page.getByRole('slider', { name: spoken(en.leverage.lineStopLoss, { quantity: '0.05' }), exact: true });
  const shown = async () => Number(await line.getAttribute('aria-valuenow', { timeout: patience }));
  const stored = async () => Number((await openPositions(page, origin))[0]?.stopLoss ?? 0);
  const storedAsShown = (price: number) => until(`a stop-loss at ${price}`, async () => (await stored()) === price, patience);

  await press(page.getByRole('button', { name: `+ ${en.leverage.stopLoss}`, exact: true }));
  const proposed = await shown();
  await dragBy(page, line, 40);
  await page.mouse.up();
  const dragged = await shown();
  truthy(dragged < proposed, `a stop-loss dragged down from ${proposed} stands at ${dragged}`);
  equal([await stored(), sent.length], [0, 0], 'what the exchange knows of a stop that is only proposed');
  await press(
    page.getByRole('button', { name: `${en.leverage.stopsSave}: ${spoken(en.leverage.lineStopLoss, { quantity: '0.05' })}`, exact: true }),
  );
  await storedAsShown(dragged);

  await dragBy(page, line, -15);
  const higher = await shown();
  truthy(higher > dragged, `dragged up from ${dragged} it stands at ${higher}`);
  equal(await stored(), dragged, 'the stored stop while it is dragged');
  await page.mouse.up();
  await storedAsShown(higher);
  equal([await shown(), sent.length], [higher, 2], 'the stop shown, and how often one was sent');

  await dragBy(page, line, 30);
  truthy((await shown()) < higher, 'it follows the mouse');
  await page.keyboard.press('Escape');
  await until('it is back', async () => (await shown()) === higher, patience);
  const { x, y } = await middleOf(line);
  await page.mouse.move(x, y + 60, { steps: 5 });
  await page.mouse.up();
  equal([await shown(), await stored(), sent.length], [higher, higher, 2], 'shown, stored and sent after Escape in the middle of a drag');

  noProblems(opened, 'with stops on the chart');

  // A stop-loss above the price would trigger at once, so it moves back and the reason is shown.
  const heights = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-active]')].map((row) => Number.parseFloat(row.style.getPropertyValue('--line-y'))),
  );
  await dragBy(page, line, heights[0]! - heights.at(-1)! - 60);
  await page.mouse.up();
  await page.getByText(like(en.leverage.refusedToast)).waitFor({ timeout: patience });
  await until('it is back', async () => (await shown()) === higher, patience);
  equal([await stored(), sent.length], [higher, 3], 'stored and sent after a refusal');
}
