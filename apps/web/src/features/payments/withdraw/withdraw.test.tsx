import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../../data/commands/use-command.ts';
import { emit } from '../../../data/index.ts';
import {
  hour,
  listed,
  openPayments,
  payoutDetail,
  payoutItem,
  payoutQuote,
  receiver,
  tron,
  walletAddress,
} from '../../../testing/payments.ts';
import { server } from '../../../testing/server.ts';
import { today } from '../../../testing/setup.ts';
import { pass, show } from '../../../testing/show.tsx';
import Rejected from '../Rejected.tsx';
import { WithdrawScreen } from './WithdrawScreen.tsx';
import { WithdrawSuccessScreen } from './WithdrawSuccessScreen.tsx';

const send = 'POST pay/withdrawal';
const refuse = (code: number, status: number, message: string) => () => {
  throw new CallError(code, status, message);
};
const done = (_: unknown, commandId: string) => ({ commandId, seq: '9', repeated: false, payout: payoutItem() });
const nothing = { known: false, seq: null, accepted: null, orderId: null, refusal: null };

beforeEach(() => openPayments());

async function form() {
  const shown = await show(<WithdrawScreen />, { at: '/funds/withdraw', path: '/funds/withdraw' });
  for (const answer of [/USDT/, /TRON/, /Ledger/]) {
    await shown.press(answer);
    await pass(50);
  }
  const ask = async (amount = '100') => {
    await shown.fill(/^You send/, amount);
    await pass(500);
    await shown.page.getByRole<HTMLButtonElement>('button', { name: /^Withdraw/ }).click();
    await pass(50);
  };
  const confirm = async () => {
    await shown.fill('Payment password', 'blue kettle');
    await shown.fill('Six-digit code', '123456');
    await shown.press('Confirm');
    await pass(50);
  };
  return { ...shown, ask, confirm };
}
const input = { channel: 7, amount: '100', destinationId: '61', address: receiver };

describe('taking money out', () => {
  it('says fee, what they get, when, the limit and the review before anything is confirmed', async () => {
    const { fill, text, page } = await form();
    await fill(/^You send/, '100');
    await pass(500);
    for (const said of [
      '99.00 USDT',
      '1.00 USDT',
      '1,500.00 of 2,000.00 USDT left',
      '1 person reviews this',
      'first withdrawal',
      '5 minutes',
    ])
      expect(text()).toContain(said);
    expect(page.getByRole('meter').getAttribute('aria-valuenow')).toBe('30');
    expect(server.sent('POST system/proof/begin')).toEqual([]);
  });

  it('asks nobody to confirm before the answer about this very amount is known', async () => {
    const { fill, text, press } = await form();
    await fill(/^You send/, '40');
    await pass(500);
    server.on('GET pay/withdrawal/fee', payoutQuote({ fee: '7', net: '93', persons: 2 }));
    await fill(/^You send/, '100');
    await press(/^Withdraw/);
    await pass(100);
    expect(server.sent('POST system/proof/begin')).toEqual([]);
    await pass(500);
    expect(text()).toContain('Confirm it is you');
    expect(text()).toContain('93.00 USDT');
    expect(server.sent('POST system/proof/begin')).toHaveLength(1);
  });

  it('asks nobody to confirm what the answer to come says is refused', async () => {
    const { fill, press, problemOf } = await form();
    await fill(/^You send/, '40');
    await pass(500);
    server.on('GET pay/withdrawal/fee', payoutQuote({ problem: { code: 4019, msg: 'You can withdraw 50 more within these 24 hours.' } }));
    await fill(/^You send/, '100');
    await press(/^Withdraw/);
    await pass(600);
    expect(server.sent('POST system/proof/begin')).toEqual([]);
    expect(problemOf(/^You send/)).toContain('50 more');
  });

  it('names what is wrong with an amount, and asks nobody to confirm it', async () => {
    const { ask, problemOf } = await form();
    for (const [amount, problem] of [
      ['', 'above zero'],
      ['501', 'You have 500.00 USDT available'],
      ['9', 'at least 10.00 USDT'],
    ] as const) {
      await ask(amount);
      expect(problemOf(/^You send/)).toContain(problem);
    }
    expect(server.sent('POST system/proof/begin')).toEqual([]);
  });

  it('takes all of it with one press', async () => {
    const { page, person, field } = await form();
    await person.click(page.getByText('Max'));
    expect(field(/^You send/).value).toBe('500');
  });

  it('shows what is signed, sends exactly that once for two presses, and goes to its journey', async () => {
    server.on(send, (_: unknown, commandId) => new Promise((resolve) => setTimeout(() => resolve(done(_, commandId)), 300)));
    const { ask, fill, page, person, text, router } = await form();
    await ask();
    const [begun] = server.sent('POST system/proof/begin');
    expect(begun?.input).toMatchObject({ call: send, input });
    expect(text()).toContain('This is what you confirm');
    await fill('Payment password', 'blue kettle');
    await fill('Six-digit code', '123456');
    await person.dblClick(page.getByRole('button', { name: 'Confirm' }));
    await pass(400);
    const sent = server.sent(send);
    expect(sent).toHaveLength(1);
    // The sheet's own submit must not reach the form that opened it.
    expect(server.sent('POST system/proof/begin')).toHaveLength(1);
    expect(sent[0]?.input).toEqual({
      ...input,
      proof: { id: '00000000-0000-4000-8000-000000000001', payPassword: 'blue kettle', totp: '123456' },
    });
    expect(sent[0]?.commandId).toBe((begun?.input as { commandId?: string } | undefined)?.commandId);
    expect(router.state.location.href).toContain('/funds/withdraw/success?id=');
  });

  it('keeps the command id over a wrong code', async () => {
    server.on(send, refuse(2071, 400, 'The code is wrong'));
    const { ask, confirm, problemOf } = await form();
    await ask();
    await confirm();
    expect(problemOf('Six-digit code')).toBe('The code is wrong');
    server.on(send, done);
    await confirm();
    const ids = server.sent(send).map(({ commandId }) => commandId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('asks for the outcome when the answer is lost, never sends a second payout, and keeps no factor on the device', async () => {
    server.on(send, refuse(-1, 0, ''));
    let asked = 0;
    server.on('GET pay/order-coin/outcome', () => {
      asked += 1;
      return asked < 2 ? nothing : { known: true, seq: '9', accepted: true, orderId: null, refusal: null };
    });
    server.on('GET pay/withdrawal/page', listed([payoutItem({ id: '88' })]));
    const { ask, confirm, router } = await form();
    await ask();
    await confirm();
    expect(sessionStorage.getItem('bourse.commands')).toContain(receiver);
    expect(sessionStorage.getItem('bourse.commands')).not.toMatch(/blue kettle|123456/);
    await pass(5_000);
    expect(new Set(server.sent(send).map(({ commandId }) => commandId)).size).toBe(1);
    expect(router.state.location.href).toMatch(/success\?id=(?:88|%2288%22)/);
  });

  it('sends the same command again when the exchange has no record of it', async () => {
    server.on(send, refuse(-1, 0, ''));
    server.on('GET pay/order-coin/outcome', nothing);
    const { ask, confirm, text, press } = await form();
    await ask();
    await confirm();
    await pass(10_000);
    expect(text()).toContain('no record of it');
    server.on(send, done);
    await press('Confirm');
    await pass(50);
    const ids = server.sent(send).map(({ commandId }) => commandId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('after a reload asks for the outcome of what was on its way, and says so', async () => {
    server.on('GET pay/order-coin/outcome', nothing);
    const commandId = '00000000-0000-4000-8000-00000000000a';
    sessionStorage.setItem('bourse.commands', JSON.stringify([['withdraw', { id: commandId, name: send, input, quiet: true }]]));
    commands().resume();
    const { text } = await form();
    expect(text()).toContain('Your last withdrawal got no answer');
    expect(server.sent('GET pay/order-coin/outcome')[0]?.input).toEqual({ commandId });
    commands().forget('withdraw');
  });

  it('goes back to the list when the address was changed meanwhile, and reads it again', async () => {
    server.on(send, refuse(4036, 409, 'The address differs from the one in your list.'));
    const { ask, confirm, text } = await form();
    await ask();
    server.on('GET pay/virtual-wallet/curent-member-list', [walletAddress({ address: 'TXYZ', masked: 'TXYZ' })]);
    await confirm();
    await pass(50);
    expect(text()).toContain('To whom?');
    expect(text()).toContain('TXYZ');
    expect(text()).not.toContain('Confirm it is you');
  });

  it('waits with a new address, shows how long, and cannot be pressed', async () => {
    server.on('GET pay/withdrawal/fee', payoutQuote({ usableFrom: today + 5 * hour }));
    const { fill, text, page } = await form();
    await fill(/^You send/, '100');
    await pass(1_000);
    expect(text()).toContain('5 hours left');
    expect(page.getByRole<HTMLButtonElement>('button', { name: /^Withdraw/ }).disabled).toBe(true);
  });

  it('asks whose the wallet is where the law does, and sends the answer', async () => {
    server.on('GET pay/withdrawal/fee', payoutQuote({ travelRule: true }));
    server.on(send, done);
    const { ask, confirm, press, fill, problemOf, text } = await form();
    await press('At a provider', 'radio');
    await ask();
    expect(problemOf('Name of the provider')).toContain('Name the provider');
    await fill('Name of the provider', 'Other Exchange');
    await ask();
    expect(text()).toContain('Other Exchange');
    await confirm();
    expect(server.sent(send)[0]?.input).toMatchObject({ travelRule: { owner: 'provider', provider: 'Other Exchange' } });
  });

  it('says why the exchange would refuse it, in its own words', async () => {
    server.on('GET pay/withdrawal/fee', payoutQuote({ problem: { code: 4019, msg: 'You can withdraw 50 more within these 24 hours.' } }));
    const { fill, problemOf } = await form();
    await fill(/^You send/, '100');
    await pass(500);
    expect(problemOf(/^You send/)).toContain('50 more');
  });

  it('teaches where the address book is empty, and comes back with the new address', async () => {
    server.on('GET pay/virtual-wallet/curent-member-list', []);
    const { press, page } = await show(<WithdrawScreen />, { at: '/funds/withdraw', path: '/funds/withdraw' });
    await press(/USDT/);
    await pass(50);
    await press(/TRON/);
    await pass(50);
    expect(page.getByRole('link', { name: 'Add an address' }).getAttribute('href')).toContain('back=withdraw');
  });

  it('marks a way that is closed, and opens nothing behind it', async () => {
    server.on('GET pay/withdrawal-channel/list', [tron({ openOut: false })]);
    const { press, page, text } = await show(<WithdrawScreen />, { at: '/funds/withdraw', path: '/funds/withdraw' });
    await press(/USDT/);
    await pass(50);
    expect(text()).toContain('Closed now');
    expect(page.queryByRole('button', { name: /TRON/ })).toBeNull();
  });
});

describe('a payout on its way', () => {
  const open = (id = '51') =>
    show(<WithdrawSuccessScreen />, { at: `/funds/withdraw/success?id=%22${id}%22`, path: '/funds/withdraw/success' });

  it('shows where it is, who acts, what comes next and what is promised, also after a reload', async () => {
    server.on('GET pay/withdrawal/detail', payoutDetail());
    const first = await open();
    const said = first.text();
    for (const part of ['Reviewed by a person', 'Our people are reviewing it.', 'Next: Approved', '4 hours', 'Arrived', '99.00 USDT'])
      expect(said).toContain(part);
    expect(
      first.page
        .getByText(/Reviewed/)
        .closest('li')
        ?.getAttribute('aria-current'),
    ).toBe('step');
    first.unmount();
    expect((await open()).text()).toBe(said);
  });

  it('without an id is the newest; with none there is one thing to do', async () => {
    server.on('GET pay/withdrawal/detail', payoutDetail());
    server.on('GET pay/withdrawal/page', listed([payoutItem()]));
    const at = { at: '/funds/withdraw/success', path: '/funds/withdraw/success' };
    const first = await show(<WithdrawSuccessScreen />, at);
    await pass(50);
    expect(first.text()).toContain('Reviewed by a person');
    first.unmount();
    server.on('GET pay/withdrawal/page', listed([]));
    await pass(60_000);
    const { page } = await show(<WithdrawSuccessScreen />, at);
    await pass(50);
    expect(page.getByRole('link', { name: 'Withdraw' }).getAttribute('href')).toBe('/funds/withdraw');
  });

  it('is called back once, after one question', async () => {
    server.on('GET pay/withdrawal/detail', payoutDetail());
    server.on('PUT pay/withdrawal/cancel/{id}', (_, commandId) => {
      server.on(
        'GET pay/withdrawal/detail',
        payoutDetail({ status: -2, step: 'cancelled', nextStep: null, waitsFor: null, mayCancel: false }),
      );
      return { commandId, seq: '10', repeated: false };
    });
    const { press, page, person, text } = await open();
    await press('Cancel the withdrawal');
    await person.dblClick([...page.getByRole('alertdialog').querySelectorAll('button')].at(-1) as HTMLElement);
    await pass(100);
    expect(server.sent('PUT pay/withdrawal/cancel/{id}').map(({ input: of }) => of)).toEqual([{ id: '51' }]);
    expect(text()).toContain('Cancelled by you');
    expect(text()).not.toContain('Cancel the withdrawal');
  });

  it('that is already being sent says so, and shows where it is now', async () => {
    server.on('GET pay/withdrawal/detail', payoutDetail());
    server.on('PUT pay/withdrawal/cancel/{id}', refuse(4018, 409, 'This withdrawal can no longer be cancelled.'));
    const { press, page, person, text } = await open();
    await press('Cancel the withdrawal');
    server.on('GET pay/withdrawal/detail', payoutDetail({ status: 0, step: 'sending', waitsFor: 'vault', mayCancel: false }));
    await person.click([...page.getByRole('alertdialog').querySelectorAll('button')].at(-1) as HTMLElement);
    await pass(100);
    expect(text()).toContain('can no longer be cancelled');
    expect(text()).toContain('The vault signs and sends it.');
  });

  it('keeps what is known when the line is cut, with its age and another try', async () => {
    server.on('GET pay/withdrawal/detail', payoutDetail());
    const { press, text } = await open();
    server.on('GET pay/withdrawal/detail', refuse(-1, 0, ''));
    await pass(60_000);
    expect(text()).toContain('Reviewed by a person');
    expect(text()).toMatch(/From 10:00:\d\d: could not be refreshed/);
    server.on('GET pay/withdrawal/detail', payoutDetail({ status: 0, step: 'sending', waitsFor: 'vault', mayCancel: false }));
    await press('Try again');
    await pass(10_000);
    expect(text()).toContain('The vault signs and sends it.');
    expect(text()).not.toContain('could not be refreshed');
  });

  it('is read again when a notice of it comes, and ends with transaction and receipt', async () => {
    server.on('GET pay/withdrawal/detail', payoutDetail());
    const { page, text } = await open();
    server.on(
      'GET pay/withdrawal/detail',
      payoutDetail({
        ...{ status: 1, step: 'completed', nextStep: null, waitsFor: null, mayCancel: false, txHash: 'ef'.repeat(32), reviewReasons: [] },
        receipt: { kind: 'payout', seq: '9', index: 0 },
      }),
    );
    emit('notice', { id: '1', kind: 'withdrawal.credited', params: { no: '51' } });
    await pass(100);
    expect(text()).toContain('ef'.repeat(32));
    expect(page.getByRole('link', { name: 'Receipt' })).toBeTruthy();
  });
});

describe('a rejection', () => {
  it('opens with the published reason, the words of whoever decided, or the sentence of the specification', async () => {
    const said = async (params: Record<string, string>, kind = 'withdrawal.rejected', remark: string | null = null) => {
      server.on('GET pay/withdrawal/detail', payoutDetail({ remark }));
      const shown = await show(<Rejected notice={{ id: '1', kind, params }} onClose={() => {}} />);
      await pass(50);
      const text = shown.text();
      shown.unmount();
      return text;
    };
    expect(await said({ no: '51', remark: 'sourceUnclear' })).toContain('Where the money came from is not clear.');
    expect(await said({ no: '51', remark: 'Please call us' })).toContain('Please call us');
    // The notice has the published reason, and the withdrawal what the person wrote.
    const both = await said({ no: '51', remark: 'sourceUnclear' }, undefined, 'Send the invoice of the sale');
    expect(both).toContain('Where the money came from is not clear.');
    expect(both).toContain('Send the invoice of the sale');
    expect(await said({ no: '51' })).toContain('withdrawal review failed');
    expect(await said({}, 'identity.rejected')).toContain('real name rejected');
  });
});

it('speaks Chinese', async () => {
  const { switchLanguage } = await import('../../../i18n/index.ts');
  await switchLanguage('zh-CN');
  const { page, press, text } = await show(<WithdrawScreen />, { at: '/funds/withdraw', path: '/funds/withdraw' });
  await press(/USDT/);
  await pass(50);
  expect(page.getByRole('region', { name: '用哪种方式？' })).toBeTruthy();
  expect(text()).toContain('提现');
  await switchLanguage('en');
});
