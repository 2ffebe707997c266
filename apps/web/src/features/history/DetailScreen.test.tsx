import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMarket } from '../../testing/market.ts';
import { pageOf, position, positionOrder } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { emptyContractDraft } from '../trade/leverage/draft.ts';
import { readKept } from '../trade/ticket/draft-store.ts';
import { AnyDetailScreen } from './AnyDetailScreen.tsx';
import { DetailScreen } from './DetailScreen.tsx';

const revoke = 'GET pay/order-contract/revoke';

beforeEach(() => {
  openMarket();
  server.on('GET pay/order-contract/page', { settlements: pageOf([]) });
});

describe('one position', () => {
  it('adds up what it brought: prices less fees, with funding', async () => {
    const closed = position({ status: 2, quantity: '0', closedQuantity: '0.150', closePrice: '68000', realised: '123', funding: '-2' });
    server.on('GET pay/order-contract/detail', { position: closed, orders: [], settlements: [] });
    const { text } = await show(<DetailScreen kind="position" id="71" />);
    expect(text()).toContain('115.96');
  });

  it('says that it was not found', async () => {
    server.on('GET pay/order-contract/detail', () => {
      throw new CallError(404, 404, 'Not found.');
    });
    const { text } = await show(<DetailScreen kind="position" id="99" />);
    await pass(3_000);
    expect(text()).toContain('This position was not found');
  });
});

describe('an order by its number', () => {
  const missing = () => {
    throw new CallError(3001, 404, 'Not found.');
  };
  it('is found whatever its product', async () => {
    server.on('GET pay/order-coin/order-detail', missing);
    server.on('GET pay/order-contract/detail', missing);
    server.on('GET pay/order-stock/detail', { ...positionOrder({ id: '81', kind: 3, symbol: 'NVDA' }), settlements: [] });
    const { text } = await show(<AnyDetailScreen />, { at: '/order/detail/81', path: '/order/detail/$id' });
    await pass(1_000);
    expect(text()).toContain('NVDA');
  });
});

describe('one order of a contract', () => {
  it('is cancelled from its page, once', async () => {
    server.on('GET pay/order-contract/detail', { position: null, orders: [positionOrder()], settlements: [] });
    server.on(revoke, (_, commandId) => ({ commandId, seq: '9', orderIds: ['81'], repeated: false }));
    const { page, person, router } = await show(<DetailScreen kind="contract" id="81" />);
    await person.dblClick(page.getByRole('button', { name: 'Cancel the order' }));
    await pass();
    expect(server.sent(revoke).map(({ input }) => input)).toEqual([{ id: '81' }]);
    // As in the lists: what was cancelled, and a way to write it into the ticket again.
    const order = positionOrder();
    await person.click(page.getAllByRole('button', { name: 'Place again' }).at(-1)!);
    await pass(500);
    expect(readKept(localStorage, `trade.contract.${order.symbol}`, emptyContractDraft)).toMatchObject({
      price: order.price,
      leverage: order.lever,
    });
    expect(router.state.location.pathname).toBe('/order');
  });
});
