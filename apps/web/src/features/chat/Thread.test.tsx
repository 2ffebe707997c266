import { CallError } from '@bourse/protocol/client';
import { fireEvent, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetChat } from '../../data/chat/index.ts';
import { emit, session } from '../../data/index.ts';
import { Desk, preference, turns } from '../../testing/chat.ts';
import { openPayments } from '../../testing/payments.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { CustomerServiceScreen } from './CustomerServiceScreen.tsx';

const send = 'POST im/message/send';
const minute = 60_000;
let desk: Desk;
beforeEach(() => {
  openPayments();
  desk = new Desk();
  desk.open();
});
afterEach(() => {
  resetChat();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function thread(search = '') {
  const shown = await show(<CustomerServiceScreen />, { at: `/customer_service${search}`, path: '/customer_service' });
  await turns();
  const box = () => shown.page.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  const write = async (words: string) => {
    await shown.person.click(box());
    await shown.person.paste(words);
    await shown.person.keyboard('{Enter}');
    await turns();
  };
  const bubble = (words: string) => shown.page.getByText(words).closest('li');
  const menuOf = async (words: string, item: string) => {
    const acts = bubble(words)?.querySelector('button[aria-label="What to do with this message"]');
    if (!acts) throw new Error(`nothing can be done with ${words}`);
    await shown.person.click(acts);
    await shown.press(item, 'menuitem');
  };
  return { ...shown, box, write, bubble, menuOf };
}

describe('a conversation with customer service', () => {
  it('begins with what it is, and the first message opens it', async () => {
    const { text, write, box } = await thread();
    expect(text()).toContain('Write the first message');
    expect(text()).toContain('half of all customers had an answer within 2 minutes');
    await write('Where is my deposit?');
    expect(server.sent(send)[0]?.input).toMatchObject({ groupType: 1, payload: { kind: 'TEXT', text: 'Where is my deposit?' } });
    expect(box().value).toBe('');
    expect(text()).toContain('Nobody has taken it yet. You are next.');
    expect(text()).toContain('1 entry, unbroken');
  });

  it('keeps its end in view, leaves whoever reads further up alone, and follows them when they write', async () => {
    desk.says('Hello');
    const { page, write, text } = await thread();
    const log = page.getByRole('log');
    let height = 1_000;
    Object.defineProperties(log, { scrollHeight: { get: () => height }, clientHeight: { get: () => 400 } });
    desk.says('How can I help?');
    await turns();
    expect(log.scrollTop).toBe(1_000);
    log.scrollTop = 100;
    fireEvent.scroll(log);
    height = 1_100;
    desk.says('Are you there?');
    await turns();
    expect(text()).toContain('Are you there?');
    expect(log.scrollTop).toBe(100);
    height = 1_200;
    await write('Yes');
    expect(log.scrollTop).toBe(1_200);
  });

  it('sends with Enter, begins a line with Shift and Enter, and keeps an input method’s Enter to itself', async () => {
    const { person, box } = await thread();
    await person.click(box());
    await person.keyboard('one{Shift>}{Enter}{/Shift}two');
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
    await turns();
    expect(server.sent(send)).toHaveLength(0);
    await person.keyboard('{Enter}');
    await turns();
    expect(server.sent(send)[0]?.input.payload).toEqual({ kind: 'TEXT', text: 'one\ntwo' });
  });

  it('does not send the same words twice within two seconds, and does after them', async () => {
    const { write, text, box } = await thread();
    await write('ok');
    await write('ok');
    expect(server.sent(send)).toHaveLength(1);
    expect(text()).toContain('You have just sent the same text.');
    expect(box().value).toBe('ok');
    await pass(2_100);
    await write('');
    expect(server.sent(send)).toHaveLength(2);
    expect(new Set(server.sent(send).map(({ input }) => input.uuid)).size).toBe(2);
  });

  it('keeps a refused message with its reason, and sends it again under the same number', async () => {
    const { write, text, press, bubble } = await thread();
    desk.refusal = new CallError(7_003, 429, 'You write too fast. Wait a moment.');
    await write('Please answer');
    expect(bubble('Please answer')?.textContent).toContain('Not sent');
    expect(text()).toContain('You write too fast. Wait a moment.');
    desk.refusal = undefined;
    await press('Send again');
    await turns();
    expect(text()).not.toContain('Not sent');
    const [first, second] = server.sent(send);
    expect(second?.input.uuid).toBe(first?.input.uuid);
    expect(desk.entries).toHaveLength(1);
  });

  it('keeps what is written without a connection, says since when, and sends it by itself', async () => {
    desk.says('Hello, how can I help?');
    const { write, text, bubble } = await thread();
    desk.lost();
    await turns();
    expect(text()).toMatch(/No connection since .*What you write is kept here and sent later\./);
    await write('Are you there?');
    expect(bubble('Are you there?')?.textContent).toContain('Kept here, will be sent');
    desk.back();
    await pass(30_000);
    await turns();
    expect(text()).not.toContain('No connection since');
    expect(text()).not.toContain('Kept here');
    expect(desk.entries.filter(({ role }) => role === 1)).toHaveLength(1);
  });

  it('names who answers, says who writes and what was read', async () => {
    desk.says('Where is my deposit?', 'customer');
    const { text, bubble } = await thread();
    desk.takes('Cleo');
    await turns();
    expect(text()).toContain('Cleo answers');
    expect(text()).toContain('Cleo has joined');
    expect(bubble('Where is my deposit?')?.textContent).toContain('Sent');
    desk.reads(2);
    desk.typing();
    await turns();
    expect(bubble('Where is my deposit?')?.textContent).toContain('Read');
    expect(text()).toContain('Cleo is writing…');
    await pass(5_100);
    expect(text()).not.toContain('is writing…');
  });

  it('begins each day with its date, and says a name once for what follows it', async () => {
    desk.says('First');
    desk.says('Second');
    vi.setSystemTime(Date.now() + 26 * 60 * minute);
    desk.says('Next day');
    const { page, bubble } = await thread();
    expect(page.getAllByText(/^\d+ Mar 2026$|^Mar \d+, 2026$/).map((day) => day.textContent)).toHaveLength(2);
    expect(bubble('First')?.dataset['goesOn']).toBeUndefined();
    expect(bubble('Second')?.dataset['goesOn']).toBe('true');
    expect(bubble('Next day')?.dataset['goesOn']).toBeUndefined();
  });

  it('tells the other side that the customer writes, and how far they have read', async () => {
    desk.says('Hello');
    const { person, box } = await thread();
    expect(server.sent('POST im/message/read')[0]?.input).toEqual({ groupId: '71', offset: 1 });
    await person.type(box(), 'abc');
    const said = desk.sockets.flatMap((socket) => socket.said).filter(({ type }) => type === 'typing');
    expect(said).toEqual([{ type: 'typing', group: '71' }]);
  });

  it('lets own words be changed for 15 minutes and withdrawn for two', async () => {
    desk.says('I paid 50', 'customer');
    const { text, menuOf, page, person, press, bubble } = await thread();
    await menuOf('I paid 50', 'Change');
    const field = page.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).find(({ value }) => value === 'I paid 50');
    await person.clear(field!);
    await person.paste('I paid 500');
    await press('Save');
    await turns();
    expect(text()).toContain('I paid 500');
    expect(bubble('I paid 500')?.textContent).toContain('Changed');

    await menuOf('I paid 500', 'Withdraw');
    await press('Withdraw');
    await turns();
    expect(text()).toContain('This message was withdrawn.');
    expect(text()).not.toContain('I paid 500');

    desk.says('And this one?', 'customer');
    await turns();
    await pass(2 * minute + 1_000);
    await expect(menuOf('And this one?', 'Withdraw')).rejects.toThrow();
    await pass(13 * minute);
    expect(bubble('And this one?')?.querySelector('button')).toBeNull();
  });

  it('reads a phrase in the customer’s language, and shows typed markup as it was typed', async () => {
    desk.add('message', { kind: 'PHRASE', phraseKey: 'greeting', params: { name: 'Cleo' } });
    desk.says('<b>bold</b> {amount}');
    const { text, container } = await thread();
    expect(text()).toContain('Hello, this is Cleo of customer service. How can I help?');
    expect(text()).toContain('<b>bold</b> {amount}');
    expect(container.querySelector('b')).toBeNull();
  });

  it('shows a card as it was and, without a reload, as it is now', async () => {
    desk.group = { ...desk.group, groupType: 3, groupSign: 'recharge:41' };
    desk.sendsCard();
    const { text, page } = await thread('?group=71');
    expect(text()).toContain('Deposit 41');
    expect(text()).toContain('You said that you have paid');
    expect(text()).toContain('The same as when it was sent');
    desk.facts = { ...desk.facts, status: 'credited' };
    emit('notice', { id: '1', kind: 'deposit.credited', params: {} });
    await turns();
    expect(page.getByText('Credited').closest('[role="status"]')?.textContent).toContain('500');
    expect(text()).toContain('You said that you have paid');
    // It has ended: nobody asks for it any more.
    const asked = server.sent('GET im/message/card').length;
    await pass(5 * minute);
    expect(server.sent('GET im/message/card').length).toBeLessThanOrEqual(asked + 1);
  });

  it('says on the exchange’s own card what to pay, with which reference and until when, as long as it is to be paid', async () => {
    desk.facts = { status: 'awaiting', amount: '500', asset: 'MYR' };
    desk.group = { ...desk.group, workOrder: null };
    desk.asksToPay({ reference: 'RF18 5390 0754', pays: '2210.5', currency: 'MYR', expiresAt: Date.UTC(2031, 4, 6, 9, 30) });
    const { text } = await thread('?group=71');
    expect(text()).toMatch(/To pay\s*2,210\.50\s*MYR/);
    expect(text()).toContain('RF18 5390 0754');
    // Nobody has asked anything: there is no work order to read.
    expect(server.sent('GET im/work-order/get')).toEqual([]);
    expect(text()).toMatch(/Pay by\s*May 6/);
    desk.facts = { ...desk.facts, status: 'expired' };
    emit('notice', { id: '1', kind: 'deposit.expired', params: {} });
    await turns();
    expect(text()).not.toContain('RF18 5390 0754');
  });

  it('names a site in look-alike letters by what it really is, and makes no link of it', async () => {
    desk.says('Is pаypal.com yours?');
    const { text, container } = await thread();
    expect(text()).toContain('Is pаypal.com yours? (xn--pypal-4ve.com)');
    expect(container.querySelector('[role="log"] a')).toBeNull();
  });

  it('says when the desk opens while nobody is there', async () => {
    desk.order = { opensAt: Date.now() + 20 * 60 * minute, answerBy: Date.now() + 26 * 60 * minute };
    desk.says('Is anybody there?', 'customer');
    const { text } = await thread();
    expect(text()).toMatch(/Nobody is at the desk now\. It opens \w{3},? \d\d:\d\d, and the promised time begins then\./);
    expect(text()).toMatch(/An answer is promised by \w{3},? \d\d:\d\d\./);
  });

  it('looks again at a card that is on its way, where no notice comes', async () => {
    desk.facts = { status: 'waiting', amount: '1500', asset: 'USDT' };
    desk.sendsCard('withdrawal', '51');
    const { text } = await thread('?group=71');
    expect(text()).toContain('Reviewed by a person');
    desk.facts = { ...desk.facts, status: 'completed' };
    await pass(11_000);
    expect(text()).toContain('Arrived');
  });

  it('sends the card of what it is about before the first message, once', async () => {
    const { write, text } = await thread('?type=3&subject=recharge%3A41');
    expect(text()).toContain('Goes with your first message: Deposit 41');
    desk.group = { ...desk.group, groupType: 3, groupSign: 'recharge:41' };
    await write('I have paid');
    await pass(2_100);
    await write('Hello?');
    expect(server.sent(send).map(({ input }) => input.payload.kind)).toEqual(['ORDER', 'TEXT', 'TEXT']);
    expect(server.sent(send)[0]?.input).toMatchObject({ groupType: 3, subject: 'recharge:41' });
    expect(text()).not.toContain('Goes with your first message');
  });

  it('is ended by the customer once they are asked, and rated', async () => {
    desk.says('Where is it?', 'customer');
    desk.takes();
    desk.says('It has arrived.');
    const { text, press, page, person } = await thread();
    await press('End the conversation');
    expect(server.sent('POST im/work-order/finish')).toHaveLength(0);
    await person.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'End the conversation' }));
    await turns();
    expect(text()).toContain('You have ended the conversation.');
    expect(text()).toContain('A new message opens it again.');
    await person.click(page.getByRole('radio', { name: '5 stars' }));
    await press('Fast');
    await press('Rate');
    await turns();
    expect(server.sent('POST im/work-order/evaluation')[0]?.input).toMatchObject({ id: '5', score: 5, reasons: ['fast'] });
    expect(text()).toContain('You gave 5 stars.');
    await press('Change the rating');
    expect(page.getByRole('radio', { name: '5 stars' })).toBeTruthy();
  });

  it('says that the conversation was changed when the exchange’s words differ from what this device has seen', async () => {
    desk.says('We owe you 500 USDT.');
    const { text, page } = await thread();
    expect(text()).toContain('1 entry, unbroken');
    const [first] = desk.entries;
    desk.hear({ c: 'entry', v: { ...first!, payload: { kind: 'TEXT', text: 'We owe you nothing.' }, hash: 'f'.repeat(64) } });
    await turns();
    expect(page.getByText('This conversation was changed').closest('[role="alert"]')?.textContent).toContain('Save what this device keeps');
    expect(text()).not.toContain('unbroken');
    expect(text()).toContain('We owe you 500 USDT.');
  });

  it('shows the anti-phishing word, which nobody else knows', async () => {
    server.on('GET system/notice-preference/get', preference('purple otter'));
    const { text } = await thread();
    expect(text()).toContain('Your anti-phishing word: purple otter');
  });

  it('says that the browser keeps nothing where storage is denied', async () => {
    const { text } = await thread();
    expect(text()).toContain('Failed to open IndexedDB');
    expect(text()).toContain('messages last as long as this page');
  });
});

/** A browser whose worker has the proof at once. */
class QuickWorker {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  postMessage = (challenge: unknown) =>
    queueMicrotask(() => this.onmessage?.({ data: { proof: `proof of ${JSON.stringify(challenge)}` } }));
  terminate() {}
}

describe('a visitor', () => {
  const workId = '0b8f6e3e-6a56-4a0e-9d0c-4d1f0a8d9a11';
  beforeEach(() => {
    session.logout({ go: false });
    vi.stubGlobal('Worker', QuickWorker);
    server.on('GET im/auth/work', { workId, challenge: { n: 1 }, expiresInS: 300 });
    server.on('POST im/auth/temporary-token', { accessToken: 'VA', refreshToken: 'VR', userId: '31', expiresIn: 900, loginType: 3 });
  });

  it('gets a temporary login with their first message and not before', async () => {
    const { write, text } = await thread();
    expect(text()).toContain('You write as a visitor');
    expect(server.sent('POST im/auth/temporary-token')).toHaveLength(0);
    desk.group = { ...desk.group, groupType: 2, groupSign: 'temporary:31' };
    await write('How do I open an account?');
    expect(server.sent('POST im/auth/temporary-token').map(({ input }) => input)).toEqual([{ workId, proof: 'proof of {"n":1}' }]);
    expect(server.sent(send)[0]?.input).toMatchObject({ groupType: 2 });
    expect(text()).toContain('How do I open an account?');
    expect(session.signedIn).toBe(false);
  });

  it('keeps their words in the box when no login is given', async () => {
    server.on('POST im/auth/temporary-token', () => {
      throw new CallError(1_429, 429, 'Too many attempts. Try again later.');
    });
    const { write, box, text } = await thread();
    await write('Hello?');
    expect(text()).toContain('Too many attempts. Try again later.');
    expect(box().value).toBe('Hello?');
  });
});
