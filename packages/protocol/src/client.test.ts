import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';

const answering = (data: unknown) =>
  createClient({
    origin: '',
    fetch: async () => new Response(JSON.stringify({ code: 0, data, msg: '' }), { status: 200 }),
    headers: () => ({}),
  });

describe('an answer without data', () => {
  it('is the call’s default', async () => {
    expect(await answering(null)('GET pay/favorite/list', {})).toEqual([]);
    expect(await answering(null)('GET pay/funds-flow/page', {})).toMatchObject({ list: [], total: 0 });
    expect(await answering(null)('GET pay/wallet/get-by-coin', { coin: 'BTC' }, { whenNull: { available: '0' } })).toEqual({
      available: '0',
    });
    expect(await answering(['x'])('GET pay/favorite/list', {})).toEqual(['x']);
  });
});
