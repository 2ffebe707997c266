import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openMarket } from '../../testing/market.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { ProofScreen } from './ProofScreen.tsx';

const memberOf = {
  id: '9',
  serviceId: null,
  userId: '9',
  realName: null,
  phone: null,
  email: 'm***@example.com',
  name: 'Mallory',
  avatar: null,
  realnameStatus: 0 as const,
  loginType: 1 as const,
  venue: 'real' as const,
  account: 100_007,
  vipLevel: 0,
  createdAt: 1,
  restricted: false,
};
/** The root, the digest and the leaf of an exchange that owes one customer 5 USDT at command 90. */
const hash = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)));
const latest = {
  ...{ seq: 90, time: 1_700_000_000_000, digest: hash(1), anchorSeq: 91, custodyAt: 1_700_000_000_000, evidence: null },
  assets: [
    {
      ...{ asset: 'USDT', assetId: 1, scale: 6, root: hash(2), units: '12000001', customers: 3 },
      ...{ total: '12.000001', house: '0.000000', custody: '12.000001', difference: '0' },
    },
  ],
};
const mine = { account: 100_007, leaves: [{ asset: 'USDT', assetId: 1, units: '5000000', salt: hash(3), path: [] }] };

describe('the page', () => {
  beforeEach(() => {
    openMarket();
    server.on('GET pay/proof/latest', { latest, everyS: 600 });
    server.on('GET pay/proof/mine', mine);
    server.on('GET exchange/transparency', []);
    server.on('GET system/member/get-current-member', memberOf);
  });
  const screen = async () => {
    const shown = await show(<ProofScreen />);
    await pass(100);
    return shown;
  };

  it('shows what is owed to everybody beside what was found outside', async () => {
    const { text } = await screen();
    expect(text()).toContain('12.000001');
    expect(text()).toContain('3 customers');
    expect(text()).toContain('Everything owed is there');
  });

  it('says that nothing is published yet, and when something could not be read', async () => {
    server.on('GET pay/proof/latest', { latest: null, everyS: 600 });
    expect((await screen()).text()).toContain('Nothing is published yet');
  });

  it('says it loudly when the leaves do not lead to the published total', async () => {
    const { press, page } = await screen();
    await press('Check my balance');
    await pass(2_000);
    await vi.dynamicImportSettled();
    await pass(2_000);
    expect(page.getByRole('alert').textContent).toContain('The proof does not hold');
  });

  it('says in words why the own leaves could not be read', async () => {
    server.on('GET pay/proof/mine', () => {
      throw new CallError(1003, 404, 'Not found.');
    });
    const { press, text } = await screen();
    await press('Check my balance');
    await pass(2_000);
    expect(text()).toContain('The check did not finish');
  });
});
