import { CallError } from '@bourse/protocol/client';
import { ed25519 } from '@noble/curves/ed25519.js';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emit, session } from '../../../data/index.ts';
import { depositDetail, depositItem, desk, environment, listed, openPayments, provider, tron, xrp } from '../../../testing/payments.ts';
import { server } from '../../../testing/server.ts';
import { today } from '../../../testing/setup.ts';
import { pass, show } from '../../../testing/show.tsx';
import type { DepositAddress } from '../model/vault.ts';
import { C2cBuyScreen } from './C2cBuyScreen.tsx';
import { BusinessRechargeScreen, ThirdPartyRechargeScreen } from './DesksScreen.tsx';
import { C2cListScreen, TopUpOrderScreen } from './OrdersScreen.tsx';
import { TopUpScreen } from './TopUpScreen.tsx';
import { XrpTopUpScreen } from './XrpTopUpScreen.tsx';

const address = 'TPLn9QZz7jXxGmvZQkP3y5y8iBbrRVgv3q';
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
/** The vault of the test. The text is written out here: a change of its form would make every address look forged. */
const vault = (seed = 7) => {
  const secret = new Uint8Array(32).fill(seed);
  return {
    key: base64(ed25519.getPublicKey(secret)),
    sign: ({ network = 'tron', account = 12, index = 3, to = address, tag = '' }) =>
      base64(ed25519.sign(new TextEncoder().encode(`bourse deposit address 1\n${network}\n${account}\n${index}\n${to}\n${tag}\n`), secret)),
  };
};
const given = (parts: Partial<DepositAddress> = {}): DepositAddress => ({
  ...{ channel: tron(), address, tag: null, xAddress: null, account: 12, index: 3, attestation: vault().sign({}), vaultKey: vault().key },
  fingerprint: 'ABCD EFGH JKLM',
  ...parts,
});
const refuse = (code: number, status: number, message: string) => () => {
  throw new CallError(code, status, message);
};
const at = (path: string) => ({ at: path, path: path.split('?')[0]! });
const hash = 'cd'.repeat(32);

// A chunk in flight does not wait for the fake clock.
beforeAll(async () => {
  await import('@bourse/chains/attestation');
});
beforeEach(() => openPayments());

async function topUp(of: DepositAddress = given()) {
  server.on('GET pay/recharge-channel/list', [of.channel, desk(), provider()]);
  server.on('GET pay/recharge/udun-address', of);
  const shown = await show(<TopUpScreen />, at('/funds/topUp'));
  await shown.press(/USDT/);
  await shown.press(/TRON/);
  await pass(50);
  return shown;
}

describe('paying in over a chain', () => {
  it('asks one question a step, and shows the address that the vault signed with all it asks', async () => {
    const { page, text } = await topUp();
    expect(server.sent('GET pay/recharge/udun-address').map(({ input }) => input)).toEqual([{ asset: 'USDT', network: 'tron' }]);
    expect(page.getByRole('img', { name: 'QR code of your address for USDT on TRON' })).toBeTruthy();
    expect(text()).toContain('Signed by the vault, checked in this browser');
    expect(text()).toContain('ABCD EFGH JKLM');
    expect(text().replaceAll(/\s/g, '')).toContain(address);
    expect(text()).toContain('20 blocks');
    expect(text()).toContain('2 minutes');
  });

  it.each([
    ['another address', { address: 'TPLn9QZz7jXxGmvZQkP3y5y8iBbrRVgv3r' }],
    ['an address of another customer', { account: 13 }],
    ['a well signed address of somebody else', { account: 13, attestation: vault().sign({ account: 13 }) }],
    ['another network', { channel: tron({ network: 'tron-test' }) }],
    ['no key', { vaultKey: null }],
    ['a broken signature', { attestation: 'AAAA' }],
  ])('does not show %s than was signed', async (_, change) => {
    const { page, text } = await topUp(given(change));
    expect(text()).toContain('Do not send anything');
    expect(page.queryByRole('img', { name: /QR code/ })).toBeNull();
    expect(text().replaceAll(/\s/g, '')).not.toContain('TPLn9QZz7jXx');
  });

  it('stops where a new key signs, until it was compared', async () => {
    (await topUp()).unmount();
    const other = vault(9);
    session.signIn({ accessToken: 'B', refreshToken: 'S', userId: '9', loginType: 1 });
    const { page, press, text } = await topUp(given({ attestation: other.sign({}), vaultKey: other.key }));
    expect(text()).toContain('The vault has a new key');
    expect(page.queryByRole('img', { name: /QR code/ })).toBeNull();
    await press('I have compared them');
    expect(page.getByRole('img', { name: /QR code/ })).toBeTruthy();
  });

  it('says which addresses no vault signs', async () => {
    expect((await topUp(given({ attestation: null, vaultKey: null }))).text()).toContain('Our vault does not sign it');
  });

  it('shows a deposit by itself as soon as it is seen, and follows it', async () => {
    const { text, page } = await topUp();
    expect(text()).toContain('appears here by itself');
    server.on('GET pay/recharge/page', listed([depositItem()]));
    await pass(4_500);
    expect(text()).toContain('Being confirmed');
    expect(text()).toContain('Being confirmed · 3 of 20');
    server.on('GET pay/recharge/page', listed([depositItem({ status: 1, step: 'credited', nextStep: null, waitsFor: null })]));
    emit('notice', { id: '1', kind: 'deposit.credited', params: { no: '41' } });
    await pass(100);
    expect(text()).toContain('Credited');
    expect(page.getByRole('link', { name: /100/ }).getAttribute('href')).toContain('/funds/top_up_order?id=');
  });

  it('keeps the way when the vault is away, and tries again', async () => {
    server.on('GET pay/recharge/udun-address', refuse(4042, 503, 'The vault does not answer right now'));
    server.on('GET pay/recharge-channel/list', [tron()]);
    const { press, text, page } = await show(<TopUpScreen />, at('/funds/topUp'));
    await press(/USDT/);
    await press(/TRON/);
    await pass(30_000);
    expect(text()).toContain('The vault does not answer right now');
    server.on('GET pay/recharge/udun-address', given());
    await press('Try again');
    await pass(50);
    expect(page.getByRole('img', { name: /QR code/ })).toBeTruthy();
  });

  it('offers test coins in development only', async () => {
    const { page } = await topUp();
    expect(page.queryByRole('button', { name: 'Send me test coins' })).toBeNull();
  });
  it('sends test coins once for two presses', async () => {
    environment('development');
    server.on('POST pay/recharge/test-coins', () => new Promise((resolve) => setTimeout(() => resolve({ sent: true, txHash: hash }), 300)));
    const { page, person, text } = await topUp();
    await person.dblClick(page.getByRole('button', { name: 'Send me test coins' }));
    await pass(400);
    expect(server.sent('POST pay/recharge/test-coins').map(({ input }) => input)).toEqual([{ channel: 7, amount: '50' }]);
    expect(text()).toContain('Test coins are on their way');
  });
});

describe('who may not pay in', () => {
  it('is told so on a demo account, with the way to a real one', async () => {
    session.signIn({ accessToken: 'A', refreshToken: 'R', userId: '9', loginType: 2 });
    const { page, text } = await show(<TopUpScreen />, at('/funds/topUp'));
    expect(text()).toContain('A demo account holds no real money');
    expect(page.getByRole('link', { name: 'Open a real account' }).getAttribute('href')).toBe('/register');
    expect(server.asked.filter(({ name }) => name.includes(' pay/re'))).toEqual([]);
  });
  it('is led to verification at level 0', async () => {
    server.on('GET pay/realname/get', { level: 0, application: null });
    const { page } = await show(<TopUpScreen />, at('/funds/topUp'));
    expect(page.getByRole('link', { name: 'Verify now' }).getAttribute('href')).toBe('/mine/verified');
    expect(server.sent('GET pay/recharge/udun-address')).toEqual([]);
  });
});

describe('paying in XRP', () => {
  const tagged = given({
    ...{
      channel: xrp(),
      address: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY',
      tag: 7001,
      xAddress: 'XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi',
    },
    attestation: vault().sign({ network: 'xrp-ledger', to: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY', tag: '7001' }),
  });
  beforeEach(() => server.on('GET pay/recharge/udun-address', tagged));

  it('shows address and tag alike, and the X-address', async () => {
    const { text, page } = await show(<XrpTopUpScreen />, at('/xrp_topup'));
    await pass(50);
    expect(text()).toContain('7001');
    expect(page.getByText('7001').className).toBe(page.getByText('Address').parentElement?.querySelector('code')?.className);
    expect(text()).toContain('Send both.');
    expect(text().replaceAll(/\s/g, '')).toContain('XVLhHMPHU98es4dbozjVtdWzVrDjtV18pX8yuPT7y4xaEHi');
  });
  it('does not show a tag that was not signed', async () => {
    server.on('GET pay/recharge/udun-address', { ...tagged, tag: 7002 });
    const { text } = await show(<XrpTopUpScreen />, at('/xrp_topup'));
    await pass(50);
    expect(text()).toContain('Do not send anything');
    expect(text()).not.toContain('7002');
  });
  it('takes a claim without a tag, once the transaction is one', async () => {
    server.on('POST pay/recharge/claim', refuse(4041, 409, 'This transaction already belongs to a deposit.'));
    const { fill, press, problemOf, router } = await show(<XrpTopUpScreen />, at('/xrp_topup'));
    await fill('Transaction hash', 'my transaction');
    await press('Claim the deposit');
    expect(problemOf('Transaction hash')).toContain('64 digits');
    await fill('Transaction hash', hash);
    await press('Claim the deposit');
    expect(problemOf('Transaction hash')).toContain('already belongs to a deposit');
    server.on('POST pay/recharge/claim', depositItem({ id: '77', step: 'review' }));
    await press('Claim the deposit');
    expect(server.sent('POST pay/recharge/claim').at(-1)?.input).toEqual({ channel: 8, txHash: hash });
    expect(router.state.location.href).toContain('/funds/top_up_order?id=');
  });
});

describe('an order', () => {
  const placed = {
    deposit: depositItem({ id: '42', step: 'awaiting', waitsFor: 'you' }),
    instructions: { reference: 'RF18-42', expiresAt: today + 72 * 3_600_000, bank: null, address: null, url: null, exchange: null },
  };
  beforeEach(() => server.on('POST pay/recharge/verify', { fee: '0.5', net: '106.5', needs: [] }));

  it('at a desk says what it costs while it is typed, refuses what is no amount, and is placed once', async () => {
    server.on('POST pay/recharge', () => new Promise((resolve) => setTimeout(() => resolve(placed), 300)));
    const { press, fill, problemOf, page, person, text, router } = await show(<C2cBuyScreen />, at('/c2c/buy'));
    await press(/EUR into USDT/);
    await pass(50);
    await press('Show me how to pay');
    expect(problemOf(/^You pay/)).toContain('above zero');
    await fill(/^You pay/, '100');
    await pass(500);
    expect(text()).toContain('106.50 USDT');
    await person.dblClick(page.getByRole('button', { name: 'Show me how to pay' }));
    await pass(400);
    expect(server.sent('POST pay/recharge').map(({ input }) => input)).toEqual([{ channel: 3, amount: '100' }]);
    expect(router.state.location.href).toContain('/c2c/list?id=');
  });

  it('that got no answer may exist: the page says where to look, and keeps what was typed', async () => {
    server.on('POST pay/recharge', refuse(-1, 0, ''));
    const { press, fill, field, page, text } = await show(<C2cBuyScreen />, at('/c2c/buy'));
    await press(/EUR into USDT/);
    await pass(50);
    await fill(/^You pay/, '100');
    await press('Show me how to pay');
    expect(text()).toContain('No answer came. The order may exist');
    expect(page.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/funds/top_up_order');
    expect(field(/^You pay/).value).toBe('100');
  });

  const awaiting = depositDetail({
    ...{ id: '42', channel: 3, recharge: 3, pays: 'EUR', network: null, networkName: null, step: 'awaiting', nextStep: 'submitted' },
    ...{ waitsFor: 'you', dueAt: today + 72 * 3_600_000, txHash: null, confirmations: null, needed: null },
    timeline: [
      { step: 'awaiting', at: today, by: 'you' },
      { step: 'submitted', at: null, by: 'you' },
      { step: 'credited', at: null, by: 'operators' },
    ],
    instructions: {
      ...{ reference: 'RF18-42', expiresAt: today + 72 * 3_600_000, address: null, url: null },
      bank: { bank: 'House Bank', holder: 'Bourse Ltd', account: 'DE02120300000000202051', bic: 'BYLADEM1001' },
      exchange: { pays: '100', getsAtLeast: '106.2', rate: '0.94', until: today + 600_000 },
    },
  });
  it('says pay X, get at least Y, until when, and where to', async () => {
    server.on('GET pay/recharge/detail', awaiting);
    server.on('GET pay/recharge-channel/get', desk());
    const { text } = await show(<C2cListScreen />, at('/c2c/list?id=%2242%22'));
    for (const said of [
      '100.00 EUR',
      'Get at least',
      '106.20 USDT',
      '10 minutes left',
      'Bourse Ltd',
      'RF18-42',
      'Waiting for your payment',
    ])
      expect(text()).toContain(said);
    await pass(601_000);
    expect(text()).toContain('The promised rate has ended');
  });

  it.each([
    ['at a desk, where no machine would see them, offers none', desk(), 0],
    ['at a bank offers them', desk({ channel: 0 }), 1],
  ])('in development, an order %s: test coins', async (_where, channel, offered) => {
    environment('development');
    server.on('GET pay/recharge/detail', awaiting);
    server.on('GET pay/recharge-channel/get', channel);
    const { page } = await show(<TopUpOrderScreen />, at('/funds/top_up_order?id=%2242%22'));
    expect(page.queryAllByRole('button', { name: 'Send me test coins' })).toHaveLength(offered);
  });

  it('"I have paid" asks for a picture, and keeps it when the line is cut', async () => {
    server.on('GET pay/recharge/detail', awaiting);
    server.on('GET pay/recharge-channel/get', desk());
    const picture = '00000000-0000-4000-8000-000000000009';
    const ticket = { ticket: picture, path: '', expiresAt: today, bytesAtMost: 1, types: [] };
    server.on('POST infra/file-config/temporary-credential', ticket);
    server.on('POST infra/file/evidence/{ticket}', { id: picture, sha256: '', width: 1, height: 1 });
    server.on('POST pay/recharge/submit', refuse(-1, 0, ''));
    const { press, page, person, text } = await show(<TopUpOrderScreen />, at('/funds/top_up_order?id=%2242%22'));
    await press('I have paid');
    await press('Send');
    expect(text()).toContain('Add at least one picture');
    const pick = async (file: File) => {
      await person.upload(page.getByTestId('evidence'), file);
      await pass(50);
    };
    await pick(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }));
    expect(text()).toContain('larger than 5 MB');
    await pick(new File(['x'], 'a.png', { type: 'image/png' }));
    expect(text()).toContain('1 picture added');
    await press('Send');
    expect(text()).toContain('What you added is kept here');
    server.on('POST pay/recharge/submit', depositItem({ id: '42', step: 'submitted' }));
    await press('Send');
    expect(server.sent('POST pay/recharge/submit').at(-1)?.input).toEqual({ id: '42', evidence: [picture] });
    expect(text()).toContain('We are looking for the payment now');
  });
});

describe('the own deposits', () => {
  it('teach when there are none, and say when no filter fits', async () => {
    const { page, person, text } = await show(<TopUpOrderScreen />, at('/funds/top_up_order'));
    expect(page.getByRole('link', { name: 'Pay in' }).getAttribute('href')).toBe('/funds/topUp');
    await person.selectOptions(page.getByLabelText('State'), 'Not passed');
    await pass(50);
    expect(server.sent('GET pay/recharge/page').at(-1)?.input).toMatchObject({ status: -1 });
    expect(text()).toContain('No entry fits these filters');
  });
  it('turn pages', async () => {
    server.on('GET pay/recharge/page', ({ pageNo }) => ({ ...listed([depositItem()], 40), pageNo }));
    const { press } = await show(<TopUpOrderScreen />, at('/funds/top_up_order'));
    await press('Older');
    expect(server.sent('GET pay/recharge/page').at(-1)?.input).toMatchObject({ pageNo: 2 });
  });
  it('keep the last list and its retry when the line is cut', async () => {
    server.on('GET pay/recharge/page', listed([depositItem()]));
    const { text, press } = await show(<TopUpOrderScreen />, at('/funds/top_up_order'));
    server.on('GET pay/recharge/page', refuse(-1, 0, ''));
    await pass(60_000);
    expect(text()).toContain('Being confirmed');
    expect(text()).toContain('could not be refreshed');
    server.on('GET pay/recharge/page', listed([depositItem({ step: 'ready', nextStep: 'credited' })]));
    await press('Try again');
    await pass(10_000);
    expect(text()).toContain('Confirmed');
  });
  it('say why one was not passed, and by whom it was promised late', async () => {
    server.on(
      'GET pay/recharge/detail',
      depositDetail({ status: -1, step: 'refused', nextStep: null, waitsFor: null, reasonCode: 'otherHolder', remark: 'Paid by a friend' }),
    );
    const { text, unmount } = await show(<TopUpOrderScreen />, at('/funds/top_up_order?id=%2241%22'));
    expect(text()).toContain('Not passed');
    expect(text()).toContain('account in another name');
    expect(text()).toContain('Paid by a friend');
    unmount();
    server.on('GET pay/recharge/detail', depositDetail({ id: '43', waitsFor: 'operators', dueAt: today - 60_000 }));
    expect((await show(<TopUpOrderScreen />, at('/funds/top_up_order?id=%2243%22'))).text()).toContain('is late. We have been told');
  });
  it('of desks are those of one desk, and of another when it is chosen', async () => {
    server.on('GET pay/recharge-channel/list', [tron(), desk(), desk({ id: 4, pays: 'USD', asset: 'BTC' })]);
    const { page, person } = await show(<C2cListScreen />, at('/c2c/list'));
    await pass(50);
    expect(server.sent('GET pay/recharge/page').map(({ input }) => input.channel)).toEqual([3]);
    await person.selectOptions(page.getByLabelText('Way'), 'BTC · Buy at a desk');
    await pass(50);
    expect(server.sent('GET pay/recharge/page').at(-1)?.input).toMatchObject({ channel: 4 });
  });
  it('end with a receipt', async () => {
    server.on(
      'GET pay/recharge/detail',
      depositDetail({
        ...{ status: 1, step: 'credited', nextStep: null, waitsFor: null },
        receipt: { kind: 'deposit', seq: '9', index: 0 },
      }),
    );
    const { page } = await show(<TopUpOrderScreen />, at('/funds/top_up_order?id=%2241%22'));
    expect(page.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toContain('kind=deposit');
    const asked = server.sent('GET pay/recharge/detail').length;
    await pass(30_000);
    expect(server.sent('GET pay/recharge/detail')).toHaveLength(asked);
  });
});

describe('desks and providers', () => {
  it('say languages, hours and limits', async () => {
    const { text } = await show(<BusinessRechargeScreen />, at('/funds/businessRecharge'));
    for (const said of ['English', 'Chinese', '09:00 to 18:00, Asia/Kuala Lumpur', 'Open']) expect(text()).toContain(said);
  });
  it('say fee and hold before anything else', async () => {
    const { text, page } = await show(<ThirdPartyRechargeScreen />, at('/funds/third_party_recharge'));
    expect(text()).toContain('Fee2%');
    expect(text().indexOf('7 days')).toBeLessThan(text().indexOf('At least'));
    expect(page.getByRole('link', { name: 'Start: CardHouse' })).toBeTruthy();
  });
  it('lead elsewhere when there are none', async () => {
    server.on('GET pay/recharge-channel/list', [tron()]);
    const { page } = await show(<ThirdPartyRechargeScreen />, at('/funds/third_party_recharge'));
    expect(page.getByRole('link', { name: 'Other ways' })).toBeTruthy();
  });
});

it('speaks Chinese', async () => {
  const { switchLanguage } = await import('../../../i18n/index.ts');
  await switchLanguage('zh-CN');
  const { text } = await topUp();
  expect(text()).toContain('由金库签名，并已在此浏览器中核对');
  expect(text()).not.toMatch(/Signed|Usually|Deposit/);
  await switchLanguage('en');
});
