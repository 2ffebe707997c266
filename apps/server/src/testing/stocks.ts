import { House } from '@bourse/engine';
import { PositionAction, PositionDirection, Wallet } from '@bourse/protocol/enums';
import { sessionsOf } from '../market/catalogue/catalogue.ts';
import { sessionsAround } from '../market/house/calendars.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { type Exchange, testExchange } from './exchange.ts';

/** A clock that starts within a session of an exchange, whenever the test runs. The test can move it. */
export function sessionClock(name: 'XNYS' | 'XKLS' = 'XNYS') {
  const sessions = sessionsAround(sessionsOf(name)!, Date.now());
  const after = (time: number) => {
    const session = sessions.find(({ open }) => open > time);
    if (!session) throw new Error(`${name} never opens again`);
    return session;
  };
  const dayAfter = ({ open }: { open: number }) => after(open + 12 * 3_600_000);
  const session = after(Date.now());
  const moved = { ahead: session.open + 600_000 - Date.now() };
  return {
    session,
    clock: { ...systemClock, now: () => Date.now() + moved.ahead },
    moveTo: (time: number) => {
      moved.ahead = time - Date.now();
    },
    /** The first session of the next day, by which that day's limits are set. */
    dayAfter,
    nextDay: dayAfter(session),
  };
}

/** Test kit for stocks: one stock with the house's shares on offer, and customers with money in its currency. */
export async function stockKit(exchange: Exchange, symbol = 'AAPL') {
  const { catalogue, venues, call } = exchange;
  const instrument = catalogue.instrumentBySymbol(symbol);
  if (!instrument?.stock) throw new Error(`${symbol} is no stock`);
  const port = venues.demo;
  const fund = async (account: number, wallet: Wallet, asset: number, amount: bigint) => {
    const { outcome } = await port.submit({
      account: 0,
      command: { kind: 'fundHouse', account, wallet, asset, amount, number: (await port.read((engine) => engine.nextFunding())).value },
    });
    if (!outcome.ok) throw new Error(outcome.error);
  };
  const stocks = {
    symbol,
    instrument,
    price: (text: string) => exchange.price(symbol, text),
    /** The pool's money and shares, for loans and short sales. */
    async pool() {
      await fund(House.loanPool, Wallet.stock, instrument.quote.id, 100_000_000n);
      await fund(House.loanPool, Wallet.stock, instrument.base.id, 10_000n);
      await fund(House.insurance, Wallet.stock, instrument.quote.id, 10_000_000n);
    },
    /** The house's own orders: it sells granted shares and buys with its own money. */
    async house(side: 'buys' | 'sells', price: string, lots: number) {
      const buys = side === 'buys';
      if (buys) await fund(House.marketMaker, Wallet.stock, instrument.quote.id, 100_000_000n);
      else await fund(House.marketMaker, Wallet.stock, instrument.base.id, BigInt(lots) * instrument.lotUnits);
      const { outcome } = await port.submit({
        account: House.marketMaker,
        command: {
          kind: 'placeStockOrder',
          account: House.marketMaker,
          instrument: instrument.id,
          direction: PositionDirection.long,
          action: buys ? PositionAction.open : PositionAction.close,
          type: 2,
          tif: 1,
          priceTicks: Math.round(Number(price) / Number(instrument.tick)),
          triggerTicks: 0,
          lots,
          leverage: 1,
          postOnly: false,
          takeProfitTicks: 0,
          stopLossTicks: 0,
          upperCircuit: false,
        },
      });
      if (!outcome.ok) throw new Error(`the house ${side}: ${outcome.error} ${JSON.stringify(outcome.detail ?? {})}`);
    },
    /** A demo customer with this much of the stock's currency in the stock wallet. */
    async customer(amount = '10000.00') {
      const one = await exchange.customer();
      return { ...one, money: await stocks.money(one.token, amount) };
    },
    /** Buys the stock's currency for a demo customer. Returns the amount after the trade's fee. */
    async money(token: string, amount: string): Promise<string> {
      const { code } = instrument.quote;
      const bought = await exchange.houseSells(`${code}/USDT`, '1', amount, token);
      if (bought.code !== 0) throw new Error(bought.body);
      const { available } = (await call('GET pay/wallet/get-by-coin', { coin: code }, { token })).data;
      const moved = await call('POST pay/wallet/any-transfer', { from: 1, to: 3, asset: code, amount: available }, { token });
      if (moved.code !== 0) throw new Error(moved.body);
      return available;
    },
    open: (token: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      call('POST stock/order/create', { symbol, priceType: 2, price: '200', quantity: '10', ...more } as never, { token, headers }),
    page: (
      token: string,
      view: 'positions' | 'closed' | 'orders' | 'order-history' | 'settlements',
      headers: Record<string, string> = {},
    ) => call('GET pay/order-stock/page', { view, pageSize: 100 }, { token, headers }),
    async positions(token: string) {
      return (await stocks.page(token, 'positions')).data.positions?.list ?? [];
    },
  };
  return stocks;
}
export type StockKit = Awaited<ReturnType<typeof stockKit>>;

/** An exchange by a clock of its own, with shares on offer and a pool that lends. */
export async function stockExchange(clock: Clock) {
  const exchange = await testExchange({ clock });
  const stocks = await stockKit(exchange);
  await stocks.pool();
  return { exchange, stocks };
}
