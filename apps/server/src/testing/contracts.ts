import { recompute } from '@bourse/engine/receipts';
import type { ReceiptRef } from '@bourse/protocol';
import type { Exchange } from './exchange.ts';

/** Test kit for contracts: one instrument, prices set by the test, customers with money in the contract and timed wallets. */
export async function contractKit(exchange: Exchange, symbol = 'BTC-PERP') {
  const { catalogue, venues, call } = exchange;
  const found = catalogue.instrumentBySymbol(symbol);
  if (!found?.contract) throw new Error(`${symbol} is no contract`);
  const instrument = found;
  const port = venues.demo;
  const must = async (command: Parameters<typeof port.submit>[0]['command']) => {
    const { outcome } = await port.submit({ account: 0, command });
    if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.error} ${JSON.stringify(outcome.detail ?? {})}`);
  };
  const contracts = {
    instrument,
    symbol,
    /** An index tick; the mark follows. */
    price: (text: string) => exchange.price(symbol, text),
    /** The house's capital in a wallet. */
    async house(account: number, wallet: 1 | 2 | 4 | 5, amount: bigint, asset = instrument.quote) {
      const { value: number } = await port.read((engine) => engine.nextFunding());
      await must({ kind: 'fundHouse', number, account, wallet, asset: asset.id, amount });
    },
    /** A demo customer with this much in the contract wallet. */
    async customer(amount = '10000', wallet = 2) {
      const one = await exchange.customer();
      const moved = await call('POST pay/wallet/any-transfer', { from: 1, to: wallet, asset: 'USDT', amount }, { token: one.token });
      if (moved.code !== 0) throw new Error(moved.body);
      return one;
    },
    /** Another customer's resting orders on both sides, for customers to trade against. */
    async quotes(bid: string, ask: string, quantity = '1') {
      const maker = await contracts.customer('90000');
      for (const [direction, price] of [
        [1, bid],
        [2, ask],
      ] as const) {
        const rests = await contracts.open(maker.token, { direction, price, quantity, lever: 10, priceType: 2 });
        if (rests.code !== 0) throw new Error(rests.body);
      }
      return maker;
    },
    open: (token: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      call(
        'price' in more || 'triggerPrice' in more ? 'POST pay/order-contract/create-specify' : 'POST pay/order-contract/create',
        { symbol, direction: 1, lever: 10, quantity: '0.1', ...more },
        { token, headers },
      ),
    page: (
      token: string,
      view: 'positions' | 'closed' | 'orders' | 'order-history' | 'settlements',
      headers: Record<string, string> = {},
    ) => call('GET pay/order-contract/page', { view, pageSize: 100 }, { token, headers }),
    /** Recomputes a settlement's receipt with the customer's own arithmetic. */
    async receipt(settlement: { receipt: ReceiptRef } | undefined) {
      const { data, code } = await call('GET pay/receipt/settlement', { ...settlement?.receipt, venue: 'demo' }, {});
      if (code !== 0) throw new Error(`no receipt: ${code}`);
      const { agrees, hash, steps } = recompute(data.document);
      return { agrees: agrees && hash === data.hash, differs: steps.filter((step) => !step.agrees) };
    },
    async positions(token: string) {
      return (await contracts.page(token, 'positions')).data.positions?.list ?? [];
    },
  };
  return contracts;
}
export type ContractKit = Awaited<ReturnType<typeof contractKit>>;
