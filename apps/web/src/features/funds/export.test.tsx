import type { CallOutput } from '@bourse/protocol/calls';
import { describe, expect, it, vi } from 'vitest';
import { fill, order } from '../../testing/orders.ts';
import { pageOf, position, positionOrder } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { allRows, savedTables, saveTable } from './export.ts';

type Line = CallOutput<'GET pay/funds-flow/page'>['list'][number];
const line = (id: number): Line => ({
  ...{ id: String(id), seq: String(id), time: id, wallet: 1, asset: 'USDT', direction: 1, flow: 3001, flowName: 'transferIn' },
  ...{ amount: '1', availableAfter: '1', frozenAfter: '0', orderId: null, fillId: null, symbol: null },
});

describe('a statement as a file', () => {
  it('has every line of the filters, of all pages, each once', async () => {
    const all = Array.from({ length: 230 }, (_, index) => line(230 - index));
    server.on('GET pay/funds-flow/page', ({ pageNo, pageSize, to }) => {
      expect(to).toBe(1_001);
      // A line that came after the first page moved the others by one.
      const start = (pageNo - 1) * pageSize - (pageNo > 1 ? 1 : 0);
      return { list: all.slice(start, start + pageSize), total: all.length, pageNo, pageSize };
    });
    const lines = await allRows(savedTables.statement, { wallet: 1 }, 1_000);
    expect(lines.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(server.sent('GET pay/funds-flow/page').map(({ input }) => input.wallet)).toEqual([1, 1, 1]);
  });
});

describe('another list as a file', () => {
  /** The text of the file that is saved. */
  const fileOf = async (work: () => Promise<void>) => {
    let saved: Blob | undefined;
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:file';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await work();
    create.mockRestore();
    return (await saved?.text())?.replace('\ufeff', '').split('\r\n') ?? [];
  };
  const at = Date.UTC(2026, 2, 2, 9);

  it('has all pages of orders and trades, of one instrument where it is asked for', async () => {
    const all = Array.from({ length: 130 }, (_, index) => order({ id: String(130 - index) }));
    server.on('GET pay/order-coin/order-page', ({ pageNo = 1 }) => ({
      ...pageOf(all.slice((Number(pageNo) - 1) * 100, Number(pageNo) * 100)),
      total: 130,
    }));
    server.on('GET pay/order-coin/fill-page', pageOf([fill()]));
    const orders = await fileOf(() => saveTable('coinOrders', { symbol: 'BTC/USDT' }, at));
    expect(orders).toHaveLength(131);
    expect(orders[1]).toBe('2026-03-02T09:00:00.000Z,2026-03-02T09:00:00.000Z,BTC/USDT,Buy,Limit,66000,,0.05,,0,0,,Open,130');
    expect(server.sent('GET pay/order-coin/order-page').map(({ input }) => [input.symbol, input.state, input.pageNo])).toEqual([
      ['BTC/USDT', 'all', 1],
      ['BTC/USDT', 'all', 2],
    ]);
    const trades = await fileOf(() => saveTable('coinFills', {}, at));
    expect(trades[1]).toContain('BTC/USDT,Buy,taker,68000,0.05,3400,0.00005,BTC,17,41,9,abab');
  });

  it('has the positions and orders of the product that it is of, and runs no formula', async () => {
    server.on('GET pay/order-stock/page', ({ view }) =>
      view === 'closed'
        ? { positions: pageOf([position({ id: '5', kind: 3, symbol: 'NVDA', status: 2, realised: '-12.5', reason: '=1+1' })]) }
        : { orders: pageOf([positionOrder({ kind: 3, symbol: 'NVDA' })]) },
    );
    const [head = '', row = ''] = await fileOf(() => saveTable('closed', { product: 'stock' }, at));
    const cells = Object.fromEntries(head.split(',').map((name, place) => [name, row.split(',')[place]]));
    expect(cells).toMatchObject({ instrument: 'NVDA', realised: '-12.5', reason: "'=1+1", position: '5' });
    expect(await fileOf(() => saveTable('productOrders', { product: 'stock' }, at))).toHaveLength(2);
  });
});
