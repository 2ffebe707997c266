import { CallError } from '@bourse/protocol/client';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emit, session } from '../../data/index.ts';
import { sentenceOf, subjectOf } from '../../data/notices/text.ts';
import {
  answerLoan,
  cancelCall,
  collateralCall,
  detailCall,
  listCall,
  live,
  loan,
  log,
  openLoans,
  over,
  repayCall,
  screen,
} from '../../testing/loans.tsx';
import { server } from '../../testing/server.ts';
import { today } from '../../testing/setup.ts';
import { pass } from '../../testing/show.tsx';
import { connect, pageOf } from '../../testing/swaps.tsx';

beforeEach(openLoans);
afterEach(() => connect(true));

const own = () => screen('/funds/LOANS?id=7');
const warned = loan({
  ...{ called: true, sold: '0.00000000' },
  live: live({ value: '1300.000000', share: '76.9238', price: '13000.00', free: '0.00000000' }),
});

describe('running loans', () => {
  it('say while they load, when they fail, and when there are none', async () => {
    server.on(listCall, () => {
      throw new CallError(1, 400, 'Not now.');
    });
    const { text, press } = await screen('/funds/LOANS');
    expect(text()).toContain('Not now.');
    server.on(listCall, pageOf([]));
    await press('Try again');
    await pass(10);
    expect(text()).toContain('You have no running loan');
  });

  it('stand with debt and share; one that was warned stands out', async () => {
    server.on(listCall, pageOf([loan({ id: '8' }), { ...warned, id: '9' }]));
    const { page, press, router } = await screen('/funds/LOANS');
    const list = page.getByRole('region', { name: 'Your loans' });
    for (const part of ['USDT against BTC', '1,000.009133', '20.1%', 'Running', 'Warned', '77%']) expect(list.textContent).toContain(part);
    expect(server.sent(listCall)[0]?.input).toMatchObject({ status: 'running' });
    await press(/Warned/);
    await pass(10);
    expect(router.state.location.search).toEqual({ id: '9' });
  });
});

describe('a loan', () => {
  it('shows what is owed, its levels with their prices, and what happened', async () => {
    const receipt = { kind: 'loanRepayment', seq: '80', index: 1 };
    answerLoan(loan(), [{ kind: 'repayment', time: today, interest: '0.009133', repaid: '99.990867', receipt }]);
    const { text, page } = await own();
    for (const part of [
      'You owe now',
      '1,000.009133',
      '0.009133',
      'at 13,333.47',
      'at 12,048.31',
      '99.990867 principal, 0.009133 interest',
      'Paid out',
    ])
      expect(text()).toContain(part);
    expect(page.getByRole('link', { name: /Repaid/ }).getAttribute('href')).toMatch(/kind=loanRepayment.*80.*index/);
  });

  it('that is not there says so', async () => {
    server.on(detailCall, () => {
      throw new CallError(3336, 404, 'There is no such loan.');
    });
    expect((await own()).text()).toContain('This loan was not found');
  });

  it('is repaid in part: what stays owed and the new share are said first', async () => {
    const { give, press, text, status } = await own();
    await give(/^How much to repay/, '400');
    expect(text()).toContain(
      '600.009133 USDT stays owed. Loan-to-value becomes 12.1%. Interest is paid first. No more than is owed is taken.',
    );
    await press('Repay 400 USDT');
    await pass(50);
    expect(server.sent(repayCall).map(({ input }) => input)).toEqual([{ id: '7', amount: '400' }]);
    expect(status()).toContain('400 USDT repaid');
    expect(server.sent(detailCall).length).toBeGreaterThan(1);
  });

  it('is repaid whole, even if another hour begins meanwhile', async () => {
    answerLoan(loan({ live: live({ debt: '500.004567' }), principal: '500.000000' }));
    server.on(repayCall, ({ id }, commandId) => ({ commandId, seq: '90', repeated: false, id, paid: '500.004567' }));
    const { press, text, status, field } = await own();
    await press('Max: How much to repay');
    expect(field(/^How much to repay/).value).toBe('500.004567');
    expect(text()).toContain('This pays the loan back. The collateral of 0.1 BTC is free again.');
    answerLoan(over('repaid'));
    await press('Repay all: 500.004567 USDT');
    await pass(50);
    // One more hour of interest: 500 × 8 % ÷ 8,760, rounded up.
    expect(server.sent(repayCall).map(({ input }) => input)).toEqual([{ id: '7', amount: '500.009134' }]);
    expect(status()).toContain('500.004567 USDT repaid. The loan is over and your collateral is free.');
    expect(text()).toContain('The loan was paid back on Mar 2, 10:00.');
  });

  it('is not repaid with more than there is, and offers what there is', async () => {
    const { give, press, problemOf, field } = await own();
    await give(/^How much to repay/, '700');
    expect(problemOf(/^How much to repay/)).toBe('You have 600 USDT in your coin wallet.');
    await press('Change to 600 USDT');
    expect([field(/^How much to repay/).value, server.sent(repayCall)]).toEqual(['600', []]);
    await give(/^How much to repay/, '0');
    await press('Repay');
    expect(problemOf(/^How much to repay/)).toBe('Enter an amount above zero.');
  });

  it('takes more collateral, and says what it does', async () => {
    const { give, press, person, page, text, status, problemOf } = await own();
    await person.click(page.getByText('Add collateral'));
    await give(/^How much to add/, '0.6');
    expect(problemOf(/^How much to add/)).toBe('You have 0.5 BTC in your coin wallet.');
    await give(/^How much to add/, '0.1');
    expect(text()).toContain('Loan-to-value becomes 10.1%.');
    await press('Add 0.1 BTC');
    await pass(50);
    expect(server.sent(collateralCall).map(({ input }) => input)).toEqual([{ id: '7', add: true, amount: '0.1' }]);
    expect(status()).toContain('0.1 BTC added to the collateral');
  });

  it('gives back the collateral that is free, and no more', async () => {
    const { give, press, person, page, problemOf, status } = await own();
    await person.click(page.getByText('Take back'));
    await give(/^How much to take back/, '0.07');
    expect(problemOf(/^How much to take back/)).toBe('At most 0.06923046 BTC can be taken back.');
    await press('Max: How much to take back');
    await press('Take 0.06923046 BTC back');
    await pass(50);
    expect(server.sent(collateralCall).map(({ input }) => input)).toEqual([{ id: '7', add: false, amount: '0.06923046' }]);
    expect(status()).toContain('0.06923046 BTC is free in your coin wallet');
  });

  it('gives nothing back without a price, or while the debt needs all of it', async () => {
    answerLoan(warned);
    const { person, page, text } = await own();
    await person.click(page.getByText('Take back'));
    expect(text()).toContain('Nothing can be taken back while the debt is above 65% of the value.');
    answerLoan(loan({ live: live({ price: null, share: null }) }));
    await pass(11_000);
    expect(text()).toContain('There is no price now, so no collateral can be taken back.');
    expect(page.getByRole('meter').getAttribute('aria-valuetext')).toContain('There is no price now');
  });

  it('that was warned says how near a sale is and what ends the warning', async () => {
    answerLoan(warned, [{ kind: 'call', time: today, share: '75.0001', price: '13333.40' }]);
    const { text } = await own();
    expect(text()).toContain('This loan is close to a sale. It stands at 77%. From 83%, collateral is sold.');
    expect(text()).toContain('Repay 90.009133 USDT or add 0.00989112 BTC to end the warning.');
    expect(text()).toContain('BTC/USDT at 13,333.4');
  });

  it('that was warned meanwhile is read again when the notice comes', async () => {
    await own();
    const before = server.sent(detailCall).length;
    answerLoan(warned);
    await act(async () => emit('notice', { c: 'notice', id: '5', kind: 'loans.call', params: {}, time: today } as never));
    await pass(10);
    expect(server.sent(detailCall).length).toBeGreaterThan(before);
    expect(document.body.textContent).toContain('This loan is close to a sale.');
  });

  it('that was sold off says what happened and that nothing is owed', async () => {
    const receipt = { kind: 'loanSale', seq: '95', index: 0 };
    const sale = {
      sold: '0.10000000',
      price: '9000.00',
      proceeds: '900.000000',
      fee: '0.000000',
      interest: '0.009133',
      repaid: '899.990867',
    };
    answerLoan(over('soldOff', { sold: '0.10000000' }), [
      { kind: 'sale', time: today, ...sale, returned: '0.000000', insured: '100.009133', receipt },
    ]);
    const { text, page } = await own();
    expect(text()).toContain('because the debt had reached 83% of its value. You owe nothing more.');
    for (const part of ['0.1 BTC sold at 9,000', '900 to the loan, 0 fee', '100.009133 paid by the insurance fund'])
      expect(text()).toContain(part);
    expect(page.getByRole('link', { name: /sold at/ }).getAttribute('href')).toContain('kind=loanSale');
    expect(page.queryByRole('button', { name: /^Repay/ })).toBeNull();
  });

  it('that was sold in part says so and goes on', async () => {
    answerLoan(loan({ sold: '0.05000000' }));
    expect((await own()).text()).toContain('0.05 BTC of the collateral was sold to bring the loan back to 65%.');
  });

  it('that waits can be taken back, which is asked once', async () => {
    answerLoan(loan({ state: 'waiting', openedAt: null, principal: '0.000000', live: null }));
    const { page, press, text, status } = await own();
    expect(text()).toContain('We decide by Mar 3, 10:00');
    await press('Take the request back');
    expect(page.getByRole('alertdialog').textContent).toContain('The collateral of 0.1 BTC is free again at once.');
    await press('Keep the request');
    expect(server.sent(cancelCall)).toEqual([]);
    await press('Take the request back');
    answerLoan(over('cancelled', { openedAt: null }));
    page.getAllByRole('button', { name: 'Take the request back' }).at(-1)?.click();
    await pass(50);
    expect(server.sent(cancelCall).map(({ input }) => input)).toEqual([{ id: '7' }]);
    expect(status()).toContain('The request was taken back. Your collateral is free.');
  });

  it.each([
    ['declined', 'The request was refused'],
    ['lapsed', 'Nobody decided within 24 hours'],
  ] as const)('that was %s says so', async (state, said) => {
    answerLoan(over(state, { openedAt: null }), [{ kind: 'decision', time: today, decision: state }]);
    expect((await own()).text()).toContain(said);
  });

  it('says when an act is refused, when nothing was sent, and never sends twice', async () => {
    server.on(repayCall, () => {
      throw new CallError(1003, 409, 'Read only.');
    });
    const { give, press, status, button } = await own();
    await give(/^How much to repay/, '40');
    await press('Repay 40 USDT');
    await pass(50);
    expect(status()).toContain('Nothing was changed. Read only.');
    await connect(false);
    await pass(10);
    expect(button('Repay 40 USDT').disabled).toBe(true);
    await connect(true);
    let asked = 0;
    server.on(repayCall, ({ id }, commandId) => {
      asked += 1;
      if (asked === 1) throw new CallError(-1, 0, 'None response!');
      return { commandId, seq: '90', repeated: true, id, paid: '41' };
    });
    server.on('GET pay/order-coin/outcome', { known: true, accepted: true, seq: '90', orderId: null, refusal: null } as never);
    await give(/^How much to repay/, '41');
    await press('Repay 41 USDT');
    await pass(20);
    expect(status()).toContain('It is never sent twice.');
    await pass(1_000);
    expect(status()).toContain('41 USDT repaid');
    const ids = server.sent(repayCall).flatMap(({ input, commandId }) => (input.amount === '41' ? [commandId] : []));
    expect([ids.length > 1, new Set(ids).size]).toEqual([true, 1]);
  });
});

describe('the records', () => {
  it('have all loans in pages, or those that run or ended', async () => {
    server.on(listCall, ({ status, pageNo }) =>
      status === 'ended'
        ? pageOf([over('soldOff', { id: '3' })])
        : pageNo === 1
          ? pageOf([loan({ id: '9' }), over('repaid', { id: '8' })], 16)
          : pageOf([over('declined', { id: '1' })], 16, 2),
    );
    const { press, text, router } = await log();
    expect([text().includes('Running'), text().includes('Repaid')]).toEqual([true, true]);
    expect(server.sent(listCall)[0]?.input).not.toHaveProperty('status');
    await press(/Older/);
    await pass(10);
    expect(text()).toContain('Refused');
    await press('Ended', 'radio');
    await pass(10);
    expect([text().includes('Sold off'), router.state.location.search]).toEqual([true, { status: 'ended' }]);
  });

  it('say when there are none', async () => {
    expect((await log()).text()).toContain('You have not borrowed yet');
  });

  it('show a visitor the way in', async () => {
    session.logout({ go: false });
    const { page } = await log();
    expect(page.getAllByRole('link', { name: 'Sign in' })).toHaveLength(1);
    expect(server.sent(listCall)).toEqual([]);
  });

  it('have what happened to a loan, and lead to where it is changed', async () => {
    const { page, text } = await log('/funds/loans/log?id=7');
    expect(text()).toContain('What happened');
    expect(page.queryByRole('button', { name: 'Repay' })).toBeNull();
    expect(page.getByRole('link', { name: 'Change this loan' }).getAttribute('href')).toMatch(/\/funds\/LOANS\?id=/);
  });
});

describe('a notice about a loan', () => {
  it('leads to the loans', () => {
    const params = { symbol: 'BTC/USDT', ltv: '0.7501', limit: '0.83' };
    expect(subjectOf({ kind: 'loans.call', params })).toEqual({ label: 'loans.yours', to: '/funds/LOANS' });
    expect(sentenceOf({ kind: 'loans.call', params }, 'en', false)).toContain('collateral is sold');
  });
});
