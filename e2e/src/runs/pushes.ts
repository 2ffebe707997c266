import { desktop } from '../harness/browser.ts';
import { goToContract, houseReady, prepare } from '../harness/contracts.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { timedOrders } from '../harness/timed.ts';
import { bestPrices, call, enterDemo, goToTicket, patience, restingOrder } from '../harness/trader.ts';
import { countTraffic, type Traffic, trafficLine } from '../harness/traffic.ts';
import { en } from '../harness/words.ts';

const spot = 'BTC/USDT';
const contract = 'BTC-PERP';
/**
 * Calls that the terminal repeats by the clock, because prices move without any event of the account; what it says about shown notices; and what a page
 * asks once, some seconds after it opened: the terms to agree to, and whether the log goes on from the head that it knows.
 */
const byTheClock = [
  'pay/wallet/overview',
  'pay/exchange-rate/list',
  'system/notice-msg/shown',
  'pay/wallet/contract',
  'pay/wallet/home-stat',
  'pay/order-contract/risk',
  'system/notice/terms-to-agree',
  'exchange/transparency',
  'exchange/transparency/consistency',
];

/**
 * The traffic that a change causes on a page that shows it. Every change is made through the API, as from another device of the same customer, so the
 * page learns of it only through its socket.
 */
export async function changesByPush({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop });
  const { page } = opened;
  await enterDemo(opened, origin);
  await prepare(page, origin, { 2: '5000', 4: '500' });
  await houseReady(page, origin, contract);
  await bestPrices(page, origin, spot);
  const buy = () =>
    call(page, origin, 'POST pay/order-coin/purchase-actual-commodities', { symbol: spot, side: 0, priceType: 1, quantity: '0.001' });
  // The first fill brings an asset that the page has not seen yet.
  await buy();

  await goToTicket(opened, origin, spot);
  const traffic = await countTraffic(page);
  await page.waitForTimeout(4_000);
  const report = async (what: string, body: () => Promise<unknown>, restMs?: number) => {
    const seen = await traffic.during(body, restMs);
    console.log(trafficLine(what, seen));
    equal(asked(seen), [], `calls after: ${what}`);
    return seen;
  };
  await report('nothing happens on the spot terminal', async () => {});
  await page.getByRole('tab', { name: en.trade.fills }).click({ timeout: patience });
  const fills = page.getByRole('tabpanel', { name: en.trade.fills }).getByRole('row');
  await until('the first fill is listed', async () => (await fills.count()) >= 2);
  await page.waitForTimeout(3_000);
  const before = await fills.count();
  const filled = await report('spot fill', buy);
  truthy(filled.pushes.includes('wallet') && filled.pushes.includes('fill'), 'the fill was pushed');
  equal(await fills.count(), before + 1, 'fills on the screen after the push');
  const { orderId } = await restingOrder(page, origin, spot);
  await page.waitForTimeout(3_000);
  await report('cancel', () => call(page, origin, 'GET pay/order-coin/revoke/{id}', { id: orderId }));

  await offlineAndBack();

  await goToContract(opened, origin, contract);
  await page.waitForTimeout(4_000);
  await report('nothing happens on the contract terminal', async () => {});
  const opening = { symbol: contract, direction: 1, lever: 20, marginMode: 2, quantity: '0.01' } as const;
  await report('contract fill', () => call(page, origin, 'POST pay/order-contract/create', opening));
  const timed = { symbol: contract, direction: 1, durationS: 30, stake: '20' } as const;
  await report('timed contract bought', () => call(page, origin, 'POST pay/order-contract-quick/buy', timed));
  await page.waitForTimeout(22_000);
  const ended = () =>
    until('the timed contract has ended', async () => (await timedOrders(page, origin)).every(({ status }) => status > 1));
  await report('timed contract ends', ended, 4_000);

  await page.goto(`${origin}/funds`);
  await page.waitForTimeout(4_000);
  await report('spot fill, on the funds screen', buy);
  await page.goto(`${origin}/home`);
  await page.waitForTimeout(4_000);
  await report('spot fill, on the home screen', buy);

  /** Something happens while the device is offline: what is looked at is read again, each answer once. */
  async function offlineAndBack() {
    const listed = await fills.count();
    const lost = await traffic.during(async () => {
      await page.context().setOffline(true);
      await page.waitForTimeout(7_000);
      await buy();
      await page.context().setOffline(false);
      await until('the fill of meanwhile is listed', async () => (await fills.count()) === listed + 1, patience);
    }, 4_000);
    console.log(trafficLine('offline, a spot fill meanwhile', lost));
    const repeated = asked(lost).filter((name, index, all) => name.includes('fill-page?') && all.indexOf(name) !== index);
    equal(repeated, [], 'answers read twice after coming back');
  }
}

const asked = ({ calls }: Traffic): string[] => calls.filter((name) => !byTheClock.includes(name.split('?')[0] ?? ''));
