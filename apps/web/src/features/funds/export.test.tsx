import type { CallOutput } from '@bourse/protocol/calls';
import { describe, expect, it } from 'vitest';
import { server } from '../../testing/server.ts';
import { allLines } from './export.ts';

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
    const lines = await allLines({ wallet: 1 }, 1_000);
    expect(lines.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(server.sent('GET pay/funds-flow/page').map(({ input }) => input.wallet)).toEqual([1, 1, 1]);
  });
});
