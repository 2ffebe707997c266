import { CallError } from '@bourse/protocol/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeChat, resetChat } from '../../data/chat/index.ts';
import { session } from '../../data/index.ts';
import { Desk, turns, visitorWasHere } from '../../testing/chat.ts';
import { depositItem, hour, listed, openPayments, payoutItem } from '../../testing/payments.ts';
import { server } from '../../testing/server.ts';
import { today } from '../../testing/setup.ts';
import { pass, show } from '../../testing/show.tsx';
import { ChatButton } from './ChatButton.tsx';
import { Dock } from './Dock.tsx';
import { ServiceListScreen } from './ServiceListScreen.tsx';

const claim = 'POST im/group/claim';
let desk: Desk;
beforeEach(() => {
  openPayments();
  desk = new Desk();
  desk.open();
});
afterEach(() => {
  closeChat();
  resetChat();
  vi.unstubAllGlobals();
});
async function list() {
  const shown = await show(<ServiceListScreen />, { at: '/service_list', path: '/service_list' });
  await turns();
  return shown;
}

describe('what can be asked about', () => {
  it('begins with own deposits and payouts that are open, the oldest first, and what is over is not offered', async () => {
    server.on(
      'GET pay/recharge/page',
      listed([depositItem({ createdAt: today - hour }), depositItem({ id: '40', no: 'OLD-40', status: 1 })]),
    );
    server.on('GET pay/withdrawal/page', listed([payoutItem({ no: 'W-51', createdAt: today - 3 * hour })]));
    const { page, press, router, text } = await list();
    const rows = page.getAllByRole('button', { name: /Withdrawal W-51|Deposit RF18-41|something else/ }).map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/Withdrawal W-51.*Waiting [34] hours/),
      expect.stringMatching(/Deposit RF18-41.*Waiting [12] hours?/),
      expect.stringContaining('Ask about something else'),
    ]);
    expect(text()).not.toContain('OLD-40');
    await press(/Deposit RF18-41/);
    expect(router.state.location).toMatchObject({ pathname: '/customer_service', search: { type: '6', subject: 'recharge:41' } });
  });

  it('says how long an answer took, as it was measured', async () => {
    const { text } = await list();
    expect(text()).toContain('In the last seven days, half of all customers had an answer within 2 minutes.');
  });

  it('says what is promised where too little was measured', async () => {
    session.logout({ go: false });
    const { text } = await list();
    expect(text()).toContain(
      'We promise an answer within 5 minutes. There have been too few conversations to say how long it really takes.',
    );
    expect(text()).toContain('You write as a visitor');
  });

  it('names each conversation, how it stands and what is unread', async () => {
    desk.group = { ...desk.group, groupType: 3, groupSign: 'recharge:41', state: 'answered' };
    desk.says('It is under review.');
    const { page, press, router } = await list();
    expect(page.getByRole('button', { name: /Deposit at a desk 41/ }).textContent).toMatch(/Answered.*1 new/);
    await press(/Deposit at a desk 41/);
    expect(router.state.location.search).toEqual({ group: '71' });
  });

  it('teaches whoever has none yet', async () => {
    const { text } = await list();
    expect(text()).toContain('No conversation yet');
  });

  it('says that nothing was lost when conversations cannot be read, and reads them when asked', async () => {
    server.on('GET im/group/group-list', () => {
      throw new CallError(1_503, 503, 'The exchange is being started.');
    });
    const { text, press } = await list();
    expect(text()).toContain('Your conversations could not be read');
    expect(text()).toContain('The exchange is being started.');
    desk.says('Hello again');
    server.on('GET im/group/group-list', () => [desk.view()]);
    await press('Try again');
    await turns();
    expect(text()).toContain('General question');
  });
});

describe('a conversation that somebody had here as a visitor', () => {
  beforeEach(() => {
    visitorWasHere();
    server.on(claim, () => [desk.view()]);
  });

  it('is not taken over by signing in: the customer is asked', async () => {
    const { text } = await list();
    expect(text()).toContain('Keep the conversation you had as a visitor?');
    await pass(60_000);
    expect(server.sent(claim)).toHaveLength(0);
  });

  it('is taken over with the visitor’s own token, once, and opens', async () => {
    desk.says('How do I open an account?', 'customer');
    const { press, router, text } = await list();
    await press('It was me');
    await turns();
    expect(server.sent(claim)[0]?.input).toEqual({ refreshToken: 'VR' });
    expect(router.state.location.search).toEqual({ group: '71' });
    expect(localStorage.getItem('bourse.visitor')).toBeNull();
    expect(text()).not.toContain('Keep the conversation you had as a visitor?');
  });

  it('is left alone by whoever says that it was not theirs', async () => {
    const { press, text } = await list();
    await press('It was not me');
    expect(server.sent(claim)).toHaveLength(0);
    expect(text()).not.toContain('Keep the conversation you had as a visitor?');
    expect(localStorage.getItem('bourse.visitor')).toBeNull();
  });

  it('stays theirs to take when the exchange refuses, and says why', async () => {
    server.on(claim, () => {
      throw new CallError(7_010, 409, 'This conversation is somebody else’s.');
    });
    const { press, text } = await list();
    await press('It was me');
    await turns();
    expect(text()).toContain('This conversation is somebody else’s.');
    expect(localStorage.getItem('bourse.visitor')).not.toBeNull();
  });
});

describe('the dock on the desk', () => {
  const desktop = () =>
    show(
      <>
        <ChatButton />
        <input aria-label="Price" />
        <Dock />
      </>,
    );

  it('opens beside the screen, shows a conversation and goes back, and Escape closes it where it was opened', async () => {
    desk.says('It is under review.');
    const { page, press, person, text } = await desktop();
    await turns();
    const button = page.getByRole('button', { name: 'Customer service, 1 new message' });
    await person.click(button);
    await turns();
    expect(document.activeElement).toBe(page.getByRole('heading', { name: 'Customer service' }));
    await press(/General question/);
    await turns();
    expect(text()).toContain('It is under review.');
    expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Message' }));
    expect(page.getByRole('button', { name: /Customer service/, expanded: true })).toBe(button);
    await press('All conversations');
    expect(text()).toContain('Ask about something else');
    await person.keyboard('{Escape}');
    expect(page.queryByRole('heading', { name: 'Customer service' })).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('counts what is unread while it is closed, and no more once it was read', async () => {
    desk.says('One');
    const { page, press, person } = await desktop();
    await turns();
    desk.says('Two');
    await turns();
    await person.click(page.getByRole('button', { name: 'Customer service, 2 new messages' }));
    await turns();
    await press(/General question/);
    await turns();
    expect(page.getByRole('button', { name: 'Customer service', expanded: true })).toBeTruthy();
  });
});
