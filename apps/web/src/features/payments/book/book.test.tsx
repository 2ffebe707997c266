import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { card, hour, iban, openPayments, receiver, walletAddress, xrp } from '../../../testing/payments.ts';
import { server } from '../../../testing/server.ts';
import { today } from '../../../testing/setup.ts';
import { pass, show } from '../../../testing/show.tsx';
import { AddMethodScreen } from './AddMethodScreen.tsx';
import { BankScreen } from './BankScreen.tsx';

const refuse = (code: number, status: number, message: string) => () => {
  throw new CallError(code, status, message);
};
const changed = (_: unknown, commandId: string) => ({ commandId, seq: '9', repeated: false });

beforeEach(() => openPayments());

describe('the address book', () => {
  it('shows who can be paid and from when', async () => {
    server.on('GET pay/virtual-wallet/list', [walletAddress({ addedAt: today - hour, usableFrom: today + 23 * hour, usable: false })]);
    const { text } = await show(<BankScreen />);
    for (const said of ['Ledger', 'USDT · TRON', '23 hours left', 'Salary', 'Commerzbank', 'Ready']) expect(text()).toContain(said);
  });

  it('changes a label, and keeps what was typed when the line is cut', async () => {
    server.on('POST pay/virtual-wallet/update', refuse(-1, 0, ''));
    const { press, fill, field, problemOf, text } = await show(<BankScreen />);
    await press('Change the label of Ledger');
    await fill('Label', '  ');
    expect(problemOf('Label')).toBe('Give it a label.');
    await fill('Label', 'Cold wallet');
    await press('Save');
    expect(field('Label').value).toBe('Cold wallet');
    expect(problemOf('Label')).not.toBeNull();
    server.on('POST pay/virtual-wallet/update', walletAddress({ label: 'Cold wallet' }));
    server.on('GET pay/virtual-wallet/list', [walletAddress({ label: 'Cold wallet' })]);
    await press('Save');
    await pass(50);
    expect(text()).toContain('Cold wallet');
    expect(server.sent('POST pay/virtual-wallet/update').at(-1)?.input).toEqual({ id: '61', label: 'Cold wallet' });
  });

  it('removes an entry once, after one question', async () => {
    server.on('POST pay/bank-card/remove', changed);
    const { press, page, person, text } = await show(<BankScreen />);
    await press('Remove Salary');
    expect(text()).toContain('on their way continue');
    await person.dblClick([...page.getByRole('alertdialog').querySelectorAll('button')].at(-1) as HTMLElement);
    await pass(100);
    expect(server.sent('POST pay/bank-card/remove').map(({ input }) => input)).toEqual([{ id: '62' }]);
  });

  it('teaches when it is empty, and tries again when it could not be read', async () => {
    server.on('GET pay/virtual-wallet/list', []);
    server.on('GET pay/bank-card/list', refuse(9001, 503, 'Not available now.'));
    const { page, press, text } = await show(<BankScreen />);
    await pass(30_000);
    expect(text()).toContain('Not available now.');
    server.on('GET pay/bank-card/list', []);
    await press('Try again');
    await pass(50);
    expect(page.getByRole('link', { name: 'Add an address or account' }).getAttribute('href')).toBe('/mine/add_payment_method');
  });
});

const open = (search = '') => show(<AddMethodScreen />, { at: `/mine/add_payment_method${search}`, path: '/mine/add_payment_method' });
type Shown = Awaited<ReturnType<typeof open>>;
const type = async ({ field, person }: Shown, name: string, text: string) => {
  await person.clear(field(name));
  await person.type(field(name), text);
  await pass(0);
};
const confirm = async ({ fill, press }: Shown) => {
  await fill('Payment password', 'blue kettle');
  await fill('Six-digit code', '123456');
  await press('Confirm');
};

describe('adding an address', () => {
  it('looks at its form while it is typed, wants its end again, and sends it proven', async () => {
    server.on('POST pay/virtual-wallet/create', (_, commandId) => ({ ...changed(_, commandId), address: walletAddress({ id: '90' }) }));
    const shown = await open('?back=withdraw');
    await shown.fill('Address', '0x52908400098527886E0F7030069857D2E4169EE7');
    expect(shown.problemOf('Address')).toContain('not an address of TRON');
    await shown.fill('Address', receiver);
    expect(shown.text()).toContain('Looks like an address of TRON');
    await type(shown, 'The last 8 characters', 'aaaaaaaa');
    expect(shown.problemOf('The last 8 characters')).toContain('not its last 8');
    await shown.press('Add');
    expect(shown.problemOf('Label')).toBe('Give it a label.');
    expect(server.sent('POST system/proof/begin')).toEqual([]);
    await type(shown, 'The last 8 characters', receiver.slice(-8));
    await shown.fill('Label', 'Ledger');
    await shown.press('Add');
    await pass(50);
    expect(shown.text()).toContain('You add this address');
    await confirm(shown);
    await pass(50);
    expect(server.sent('POST pay/virtual-wallet/create').map(({ input }) => input)).toEqual([
      {
        ...{ channel: 7, address: receiver, label: 'Ledger', whose: 'self' },
        proof: { id: '00000000-0000-4000-8000-000000000001', payPassword: 'blue kettle', totp: '123456' },
      },
    ]);
    expect(shown.router.state.location.href).toContain('/funds/withdraw?');
  });

  it('asks for nothing before it knows how addresses of the network look, and says why it does not', async () => {
    server.on('GET pay/virtual-network/list', refuse(9001, 503, 'Not available now.'));
    const shown = await open();
    await pass(30_000);
    expect(shown.text()).toContain('Not available now.');
    expect(shown.page.queryByLabelText('Address')).toBeNull();
    openPayments();
    await shown.press('Try again');
    await pass(50);
    expect(shown.field('Address').value).toBe('');
  });

  it('cannot be pasted a second time: a swapped address would be swapped twice', async () => {
    const shown = await open();
    await shown.person.click(shown.field('The last 8 characters'));
    await shown.person.paste(receiver.slice(-8));
    expect(shown.field('The last 8 characters').value).toBe('');
  });

  it('asks for the tag where there may be one, and keeps all when the exchange refuses', async () => {
    server.on('GET pay/withdrawal-channel/list', [xrp()]);
    const to = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY';
    server.on('POST pay/virtual-wallet/create', refuse(4033, 400, 'This is a deposit address of this exchange.'));
    const shown = await open();
    await shown.fill('Address', to);
    await type(shown, 'The last 8 characters', to.slice(-8));
    await shown.fill('Label', 'Exchange');
    await shown.press('Add');
    expect(shown.problemOf('Destination tag')).toContain('say that there is none');
    await shown.fill('Destination tag', '4294967296');
    await shown.press('Add');
    expect(shown.problemOf('Destination tag')).toContain('at most 4294967295');
    await shown.fill('Destination tag', '77');
    await shown.press('Add');
    await pass(50);
    await confirm(shown);
    await pass(50);
    expect(shown.text()).toContain('This is a deposit address of this exchange.');
    expect(shown.field('Address').value).toBe(to);
    expect(server.sent('POST pay/virtual-wallet/create')[0]?.input).toMatchObject({ tag: 77 });
  });
});

describe('adding a bank account', () => {
  it.each([
    ['DE89370400440532013001', 'check digits do not fit'],
    ['XX89370400440532013000', 'No country'],
    ['DE8937040044053201300', 'a different length'],
    ['89DE370400440532013000', 'begins with two letters'],
  ])('says at once what is wrong with %s', async (text, problem) => {
    const shown = await open('?kind=bank');
    await shown.fill('IBAN', text);
    expect(shown.problemOf('IBAN')).toContain(problem);
  });

  it('does not judge what is not finished, and shows groups of four once it fits', async () => {
    const shown = await open('?kind=bank');
    await shown.fill('IBAN', 'DE8937');
    expect(shown.text()).toContain('Two letters of the country');
    await shown.fill('IBAN', 'de89 3704 0044 0532 0130 00');
    expect(shown.text()).toContain('DE89 3704 0044 0532 0130 00');
  });

  it('is sent in its plain form, in the own name, and once', async () => {
    server.on('POST pay/bank-card/create', (_, commandId) => ({ ...changed(_, commandId), card: card({ id: '91' }) }));
    const shown = await open('?kind=bank');
    await shown.fill('IBAN', 'de89 3704 0044 0532 0130 00');
    await type(shown, 'The last 8 characters', '3201 3000');
    await shown.press('Add');
    expect(shown.problemOf('Account holder')).toContain('name of the account holder');
    await shown.fill('Account holder', 'Anna Eriksson');
    await shown.fill('Bank', 'Commerzbank');
    await shown.fill('Label', 'Salary');
    await shown.press('Add');
    await pass(50);
    await confirm(shown);
    await pass(50);
    expect(server.sent('POST pay/bank-card/create').map(({ input }) => input)).toMatchObject([
      { channel: 1, iban, holder: 'Anna Eriksson', bank: 'Commerzbank', label: 'Salary' },
    ]);
    expect(shown.router.state.location.pathname).toBe('/mine/bank');
  });
});
