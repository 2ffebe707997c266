import { settles, statementAgrees } from '../harness/books.ts';
import { desktop, phone } from '../harness/browser.ts';
import { units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { bestPrices, call, enterDemo, noProblems, patience, press, takingPrice } from '../harness/trader.ts';
import { en, like, say } from '../harness/words.ts';

const symbol = 'BTC/USDT';
const level = say(en.membership.level, { level: '1' });

const restOf = (quantity: string, unit: bigint): bigint => ((units(quantity) * 9n) % (10_000n * unit) === 0n ? 0n : unit);

/** A customer trades enough for a level, which counts from tomorrow, buys the same level for today, and asks for PLUS. */
const earnsAndBuys =
  (viewport: { width: number; height: number }) =>
  async ({ origin, open }: RunContext): Promise<void> => {
    const opened = await open({ viewport });
    const { page } = opened;
    await enterDemo(opened, origin);
    const own = () => call(page, origin, 'GET pay/vip-purchase/detail', {});
    const trade = async (side: 0 | 1, quantity: string) => {
      const price = side === 0 ? await takingPrice(page, origin, symbol) : (await bestPrices(page, origin, symbol)).bid;
      const order = { symbol, side, priceType: 2, price, quantity, timeInForce: 2 } as const;
      return call(page, origin, 'POST pay/order-coin/purchase-actual-commodities', order);
    };

    // Buys and sells the same coins until the day has volume for the first level.
    await until(
      'the day has volume for the first level',
      async () => {
        await trade(0, '0.5');
        await trade(1, '0.45');
        return (await own()).tomorrow.level >= 1;
      },
      120_000,
    );
    await page.goto(`${origin}/vip`);
    await page.getByRole('region', { name: en.membership.levels }).getByText(level, { exact: true }).waitFor({ timeout: patience });

    const before = await own();
    equal([before.level, before.source], [0, 'none'], 'the level of today');
    await page.goto(`${origin}/mine/vip`);
    await page.getByText(say(en.membership.tomorrowUp, { level })).waitFor({ timeout: patience });
    equal(await page.getByRole('region', { name: en.membership.chart }).getByRole('listitem').count(), 31, 'bars');

    await press(page.getByRole('link', { name: en.membership.buy, exact: true }));
    const buying = page.getByRole('region', { name: en.membership.upgradeTitle });
    await press(buying.getByRole('button', { name: like(en.membership.buyFor) }));
    await press(page.getByRole('alertdialog').getByRole('button', { name: like(en.membership.buyFor) }));
    await page.getByRole('heading', { name: en.membership.boughtTitle }).waitFor({ timeout: patience });
    const bought = await settles(async () => {
      const now = await own();
      equal([now.level, now.source, now.bought?.level], [1, 'bought', 1], 'the level that was bought');
      return now;
    });
    const receipt = bought.history[0]?.receipt;
    truthy(receipt?.kind === 'levelBought', 'the purchase has a receipt');
    await press(page.getByRole('link', { name: en.membership.seeLevel, exact: true }));
    await page.getByText(say(en.membership.event_bought, { level })).waitFor({ timeout: patience });

    // An order pays the lower fee at once.
    const config = await call(page, origin, 'GET pay/vip-config/list', {});
    const taker = config.levels[1]?.fees.spot?.taker ?? '';
    const { orderId } = await trade(0, '0.01');
    equal(units(taker), units('0.09'), 'the rate of level 1');
    await settles(async () => {
      const { fills } = await call(page, origin, 'GET pay/order-coin/order-detail', { id: orderId });
      truthy(fills.length > 0, 'the order has traded');
      // 0.09 % of each quantity, rounded up to a unit of BTC.
      const unit = units('0.00000001');
      for (const { quantity, fee } of fills)
        equal(units(fee), ((units(quantity) * 9n) / 10_000n / unit) * unit + restOf(quantity, unit), 'the fee');
    });

    await page.goto(`${origin}/plus`);
    await press(page.getByRole('button', { name: like(en.membership.plusApplyFor) }));
    await press(page.getByRole('alertdialog').getByRole('button', { name: en.membership.plusApply, exact: true }));
    await page.getByText(en.membership.plusWaits, { exact: true }).waitFor({ timeout: patience });
    equal((await own()).plus.state, 'waits', 'PLUS');
    await statementAgrees(page, origin);
    noProblems(opened, 'of membership');
  };

export const leveled = earnsAndBuys(desktop);
export const leveledOnAPhone = earnsAndBuys(phone);
