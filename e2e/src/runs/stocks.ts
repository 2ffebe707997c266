import { receiptAgrees, settles, statementAgrees } from '../harness/books.ts';
import type { Opened } from '../harness/browser.ts';
import { closeInDock, goToContract, houseReady, rowOf } from '../harness/contracts.ts';
import { sum, units } from '../harness/money.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { balanceOf, call, goToTicket, noProblems, patience } from '../harness/trader.ts';
import { en } from '../harness/words.ts';

const symbol = 'AAPL';
const one = 10n ** 18n;
const brought = '4000';

/**
 * Shares from dollars to receipts, on recorded prices, where a stock trades around the clock: dollars are bought on spot and moved to the stock
 * wallet, three shares are bought in full, one is sold. The wallet holds the deposit, less purchases, plus sales, less every fee, computed from
 * prices and quantities alone.
 */
export async function stocksOnADesktop(opened: Opened, origin: string): Promise<void> {
  const { page } = opened;
  await houseReady(page, origin);
  const spot = await goToTicket(opened, origin, 'USD/USDT');
  await spot.kind('market');
  await spot.fill({ quantity: '5000' });
  await spot.place();
  await until('the dollars are there', async () => Number((await balanceOf(page, origin, 'USD')).available) > Number(brought), patience);

  const ticket = await goToContract(opened, origin, symbol, 3);
  await ticket.transfer(brought);
  await ticket.kind('market');
  await ticket.fill({ quantity: '3' });
  await ticket.place();
  const bought = await holding('3');
  equal([bought.direction, bought.lever, units(bought.loan)], [1, 1, 0n], 'bought in full, nothing borrowed');
  equal(await wallet(symbol), [units('3'), 0n], 'shares in the stock wallet');
  const value = (units(bought.endPrice) * units('3')) / one;
  const cent = units('0.01');
  const paid = (await traded(bought.id)).bought;
  truthy(value - paid < cent && paid - value < cent, `three at ${bought.endPrice} are what the fills cost`);

  await rowOf(page, symbol).waitFor({ timeout: patience });
  await closeInDock(page, symbol, 1, '1');
  const rest = await holding('2');
  equal(rest.endPrice, bought.endPrice, 'the entry price of what is left');
  equal(await wallet(symbol), [units('2'), 0n], 'shares that are left');
  const { held } = await statementAgrees(page, origin);
  truthy(
    held.some(({ wallet, asset }) => wallet === 3 && asset === symbol),
    'the shares have a statement',
  );
  const {
    bought: out,
    sold,
    fees,
    fills,
  } = await settles(async () => {
    const all = await traded(rest.id);
    equal(all.closed, units('1'), 'sold');
    return all;
  });
  truthy(fees > 0n, 'fees were paid');
  equal(await wallet('USD'), [units(brought) - out + sold - fees, 0n], 'dollars in the stock wallet');

  noProblems(opened, 'with shares');
  for (const action of [1, 2] as const) {
    const fill = fills.find((each) => each.action === action);
    await receiptAgrees(page, origin, fill!.receipt);
  }
  await page.goto(`${origin}/funds/stock_history`);
  await page.getByText(en.leverage.settlements).first().waitFor({ timeout: patience });
  noProblems(opened, 'with receipts of shares');

  function holding(quantity: string) {
    return settles(async () => {
      const { positions } = await call(page, origin, 'GET pay/order-stock/page', { view: 'positions' });
      const list = positions?.list ?? [];
      equal(
        list.map((each) => [each.symbol, Number(each.quantity)]),
        [[symbol, Number(quantity)]],
        'what is held',
      );
      return list[0]!;
    });
  }
  async function wallet(asset: string) {
    const { available, frozen } = await call(page, origin, 'GET pay/wallet/get-by-coin', { coin: asset, wallet: 3 });
    return [units(available), units(frozen)];
  }
  async function traded(id: string) {
    return settles(async () => {
      const { settlements } = await call(page, origin, 'GET stock/order/detail', { id });
      const fills = settlements.filter(({ kind }) => kind === 'positionFill');
      const of = (action: 1 | 2) => fills.filter((fill) => fill.action === action);
      const cash = (action: 1 | 2) =>
        of(action).reduce((total, fill) => total + (units(fill.price ?? '0') * units(fill.quantity ?? '0')) / one, 0n);
      equal(sum(of(1).map((fill) => fill.quantity ?? '0')), units('3'), 'bought');
      return {
        fills,
        bought: cash(1),
        sold: cash(2),
        closed: sum(of(2).map((fill) => fill.quantity ?? '0')),
        fees: sum(fills.map((fill) => fill.fee)),
      };
    });
  }
}
