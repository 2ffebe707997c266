import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from './App.tsx';
import { session } from './data/api.ts';
import { toText } from './data/bytes.ts';
import { startWords } from './words.ts';

const me = {
  operator: '2',
  name: 'Cleo',
  roles: ['support', 'compliance', 'risk'],
  permissions: ['see', 'support', 'compliance', 'rules'],
  expiresAt: 0,
  environment: 'development',
  softwareKeys: true,
} as const;

type Sent = { name: string; body: Record<string, unknown>; commandId: string | null };
let sent: Sent[] = [];
let answers: Record<string, (input: Record<string, unknown>) => unknown> = {};

/** Answers of a server, by call. A call that nobody expected fails and names itself. */
function serve(url: string, init: RequestInit = {}) {
  const address = new URL(url, 'http://localhost:8081');
  const name = `${init.method ?? 'GET'} ${address.pathname.replace('/api/admin-api/', '')}`;
  const body = init.body ? JSON.parse(String(init.body)) : Object.fromEntries(address.searchParams);
  sent.push({ name, body, commandId: new Headers(init.headers).get('Idempotency-Key') });
  const answer = answers[name];
  if (!answer) throw new Error(`${name} was not expected`);
  const data = answer(body);
  const refused = data instanceof Error;
  const envelope = refused ? { code: 7020, data: null, msg: data.message } : { code: 0, data, msg: '' };
  return Promise.resolve(new Response(JSON.stringify(envelope), { status: refused ? 409 : 200 }));
}
const page = (list: unknown[], total = list.length) => ({ list, total, pageNo: 1, pageSize: 50 });
const customer = {
  ...{ id: '1000001', venue: 'real', account: 100_001, name: '=cmd|calc', email: 'z***@example.com', phone: null, realnameStatus: 0 },
  ...{ vipLevel: 0, language: 'en', createdAt: 0, held: null },
};

beforeEach(async () => {
  vi.useRealTimers();
  await startWords(['en']);
  sent = [];
  answers = {};
  vi.stubGlobal('fetch', vi.fn(serve));
  location.hash = '';
  session.end();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const open = (hash: string, who: object = me) => {
  location.hash = hash;
  session.begin('token', who as never);
  return render(<App />);
};

describe('the console', () => {
  it('asks strangers to sign in, and says that a development key is missing', async () => {
    answers['POST auth/begin'] = () => ({ challenge: 'x', rpId: 'localhost', timeoutMs: 1, softwareKeys: true });
    render(<App />);
    fireEvent.click(await screen.findByText('Development key'));
    expect((await screen.findByRole('alert')).textContent).toContain('no development key');
  });
  it('asks a busy server for a read again, and says so when it stays busy', async () => {
    answers['GET case/kinds'] = () => [];
    answers['GET case/list'] = () => page([]);
    const busyFor = (times: number) => {
      let left = times;
      vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
        url.includes('case/list') && left-- > 0
          ? Promise.resolve(new Response(JSON.stringify({ code: 503, data: null, msg: 'Too busy' }), { status: 503 }))
          : serve(url, init),
      );
    };
    busyFor(2);
    open('#inbox');
    await screen.findByText('The queue is empty');
    cleanup();
    busyFor(3);
    open('#inbox');
    await screen.findByText('Too busy');
  });
  it('offers only the screens that the operator may use', async () => {
    answers['GET case/kinds'] = () => [];
    answers['GET case/list'] = () => page([]);
    open('#inbox');
    await screen.findByText('The queue is empty');
    const links = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(links).toEqual([
      'Overview',
      'Inbox',
      'Customer service',
      'Customers',
      'Changes',
      'Rules',
      'Switches',
      'Lists',
      'Audit',
      'System',
    ]);
  });
  it('shows why a list failed, and asks again', async () => {
    let broken = true;
    answers['GET customer/list'] = () => (broken ? new Error('The database does not answer.') : page([customer]));
    open('#customers');
    await screen.findByText('The database does not answer.');
    broken = false;
    fireEvent.click(screen.getByText('Try again'));
    await screen.findByText('=cmd|calc');
  });
  it('saves names that would run in a spreadsheet as text', async () => {
    answers['GET customer/list'] = () => page([customer]);
    const blobs: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL: () => {} }));
    open('#customers');
    await screen.findByText('=cmd|calc');
    fireEvent.click(screen.getByRole('button', { name: /CSV/ }));
    const text = await blobs[0]!.text();
    expect(text).toContain("'=cmd|calc");
    expect(text).not.toMatch(/(?:^|,)=/m);
  });
  it('holds a customer with a reason, under one command id, and keeps what was typed when it is refused', async () => {
    answers['GET customer/get'] = () => customer;
    answers['GET customer/part'] = () => ({ columns: ['wallet'], rows: [], total: 0 });
    answers['POST customer/hold'] = () => new Error('Somebody was quicker.');
    open('#customers/1000001');
    fireEvent.click(await screen.findByText('Hold the customer'));
    const button = screen.getByText('Do it').closest('button')!;
    expect(button.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'stolen phone' } });
    fireEvent.click(button);
    await screen.findByText('Somebody was quicker.');
    expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('stolen phone');
    const [hold] = sent.filter(({ name }) => name === 'POST customer/hold');
    expect(hold).toMatchObject({ body: { id: '1000001', reason: 'stolen phone' }, commandId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });
});

describe('a change', () => {
  const leaf = (name: string, type: string, more: object = {}) => ({
    ...{ name, type, amountOf: '', choices: [], list: false, parts: [], optional: false, ...more },
  });
  const kinds = [
    {
      ...{ kind: 'defineRail', power: 'rules', announced: true },
      fields: [leaf('rail', 'id'), leaf('feeFixed', 'amount', { amountOf: 'asset' }), leaf('channel', 'choice', { choices: ['0', '1'] })],
    },
    { kind: 'fundHouse', power: 'house', announced: false, fields: [] },
  ];
  const difference = { field: 'feeFixed', at: '', part: '', before: '1.5', after: '2', asset: 'USDT', choice: false };
  beforeEach(() => {
    answers['GET change/kinds'] = () => kinds;
    answers['POST change/form'] = ({ subject }) => ({ values: subject ? { rail: subject, feeFixed: '1.5', channel: '1' } : {} });
  });
  it('begins with what is in force, and says what it does and who decides it before anything is signed', async () => {
    answers['POST change/prepare'] = () => ({
      ...{ digest: 'x', rpId: 'localhost', power: 'rules', persons: 2, noticeMs: 86_400_000 },
      fields: [difference, { ...difference, field: 'rail', before: '7', after: '7', asset: '' }],
    });
    open('#propose/real/defineRail/7');
    const fee = (await screen.findByLabelText('Fee of a payout')) as HTMLInputElement;
    await waitFor(() => expect(fee.value).toBe('1.5'));
    expect(screen.queryByText('Capital of the house')).toBeNull();
    fireEvent.change(fee, { target: { value: '2' } });
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'dearer' } });
    fireEvent.submit(screen.getByText('Show the difference').closest('form')!);
    await screen.findByText('1.5 USDT');
    expect(screen.getByText('2 USDT')).toBeTruthy();
    expect(screen.getByText(/1 value stays/)).toBeTruthy();
    expect(screen.getByText(/24 hours after it is decided/)).toBeTruthy();
    expect(screen.getByText(/2 people with the power “Rules”/)).toBeTruthy();
    const { body } = sent.find(({ name }) => name === 'POST change/prepare')!;
    expect(body).toMatchObject({
      venue: 'real',
      reason: 'dearer',
      body: { kind: 'defineRail', values: { rail: '7', feeFixed: '2', channel: '1' } },
    });
    expect(sent.some(({ name }) => name === 'POST change/propose')).toBe(false);
  });
  it('loads what is in force when its number is typed, and loses nothing that was typed when it is refused', async () => {
    answers['POST change/prepare'] = () => new Error('The fee is no amount.');
    open('#propose/demo/defineRail');
    fireEvent.change(await screen.findByLabelText('Rail number'), { target: { value: '9' } });
    const fee = () => screen.getByLabelText('Fee of a payout') as HTMLInputElement;
    await waitFor(() => expect(fee().value).toBe('1.5'));
    fireEvent.change(fee(), { target: { value: '1,5' } });
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'dearer' } });
    fireEvent.submit(screen.getByText('Show the difference').closest('form')!);
    await screen.findByText('The fee is no amount.');
    expect(fee().value).toBe('1,5');
  });
});

describe('the inbox', () => {
  const row = (id: string, more: object = {}) => ({
    ...{
      id,
      kind: 'dayTrade',
      venue: 'demo',
      customer: '1000001',
      step: 'waiting',
      status: 2,
      revision: 1,
      owner: null,
      waitsFor: 'operator',
    },
    ...{ createdAt: 0, dueAt: Date.now() + 3_600_000, ageS: 1, mine: false, ...more },
  });
  const full = (id: string, more: object = {}) => ({
    ...{
      case: row(id, more),
      power: 'rules',
      persons: 1,
      promiseS: 86_400,
      reasonCodes: ['experienceShown', 'other'],
      passCodes: 1,
      panels: [],
      facts: [],
    },
    ...{
      evidence: [{ id: '5', kind: 'reason', text: null, digest: 'ab', openedByMe: false, required: true, addedAt: 0 }],
      events: [],
      verdict: null,
    },
    ...{ effects: { pass: 'dayTradePass', refuse: 'dayTradeRefuse' }, mayDecide: Object.hasOwn(more, 'mine') },
  });
  it('moves by J and K, takes by A and says who was quicker', async () => {
    answers['GET case/kinds'] = () => [];
    answers['GET case/list'] = () => page([row('1'), row('2')]);
    answers['GET case/get'] = ({ id }) => full(String(id));
    answers['POST case/take'] = () => new Error('Somebody else changed this case meanwhile.');
    open('#inbox');
    await screen.findByText('Day trading 1');
    fireEvent.keyDown(window, { key: 'j' });
    await waitFor(() => expect(location.hash).toBe('#inbox//1'));
    fireEvent.keyDown(window, { key: 'j' });
    await waitFor(() => expect(location.hash).toBe('#inbox//2'));
    fireEvent.keyDown(window, { key: 'k' });
    await waitFor(() => expect(location.hash).toBe('#inbox//1'));
    fireEvent.keyDown(window, { key: 'a' });
    await screen.findByText('Somebody else changed this case meanwhile.');
    expect(sent.find(({ name }) => name === 'POST case/take')?.body).toEqual({ id: '1', revision: 1 });
  });
  it('follows keys that come one straight after the other', async () => {
    answers['GET case/kinds'] = () => [];
    answers['GET case/list'] = () => page([row('1'), row('2')]);
    answers['GET case/get'] = ({ id }) => full(String(id));
    open('#inbox');
    await screen.findByText('Day trading 1');
    for (const key of ['j', 'j', 'a']) {
      dispatchEvent(new KeyboardEvent('keydown', { key }));
      await Promise.resolve();
    }
    await waitFor(() => expect(sent.find(({ name }) => name === 'POST case/take')?.body).toEqual({ id: '2', revision: 1 }));
  });
  it('lets nobody decide before the evidence was opened, and says what pressing will do', async () => {
    answers['GET case/kinds'] = () => [];
    answers['GET case/list'] = () => page([row('1', { mine: true, step: 'taken' })]);
    answers['GET case/get'] = ({ id }) => full(String(id), { mine: true, step: 'taken', owner: { operator: '2', name: 'Cleo', until: 0 } });
    open('#inbox//1');
    fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'experienceShown' } });
    const button = screen
      .getAllByText('Decide')
      .map((one) => one.closest('button'))
      .find(Boolean)!;
    expect(button.disabled).toBe(true);
    expect(screen.getByText(/The venue allows day trades/)).toBeTruthy();
  });
  it('is decided by keys: a figure chooses the reason and with it the verdict, and D decides; keys that are typed do nothing', async () => {
    let opened = false;
    answers['GET case/kinds'] = () => [];
    answers['GET case/list'] = () => page([row('1', { mine: true, step: 'taken' })]);
    answers['GET case/get'] = ({ id }) => {
      const one = full(String(id), { mine: true, step: 'taken', owner: { operator: '2', name: 'Cleo', until: 0 } });
      return { ...one, evidence: one.evidence.map((each) => ({ ...each, openedByMe: opened, text: opened ? 'I trade daily.' : null })) };
    };
    answers['POST case/evidence'] = ({ id }) => {
      opened = true;
      return full(String(id));
    };
    answers['POST case/decide'] = () => full('1');
    answers['GET case/prepare'] = () => ({ digest: null, rpId: 'localhost', persons: 1, body: null });
    open('#inbox//1');
    await screen.findByLabelText('Reason');
    fireEvent.keyDown(window, { key: 'd' });
    fireEvent.keyDown(window, { key: 'o' });
    await screen.findByText('I trade daily.');
    fireEvent.keyDown(screen.getByLabelText('Text'), { key: '1' });
    expect((screen.getByLabelText('Reason') as HTMLSelectElement).value).toBe('');
    fireEvent.keyDown(window, { key: '2' });
    await waitFor(() => expect((screen.getByLabelText('Reason') as HTMLSelectElement).value).toBe('other'));
    fireEvent.keyDown(window, { key: 'd' });
    await waitFor(() => expect(sent.filter(({ name }) => name === 'POST case/decide')).toHaveLength(1));
    expect(sent.find(({ name }) => name === 'POST case/decide')?.body).toMatchObject({ pass: false, reasonCode: 'other' });
  });
  it('is signed where money moves: what was shown is what the key signs, once, under the command id that was prepared', async () => {
    const second = { step: 'proposed', waitsFor: 'secondOperator', revision: 3 };
    answers['GET case/kinds'] = () => [];
    answers['GET case/list'] = () => page([row('1', second)]);
    answers['GET case/get'] = ({ id }) => ({
      ...full(String(id), second),
      ...{ evidence: [], persons: 2, mayDecide: true },
      verdict: { pass: true, reasonCode: 'experienceShown', by: '3', byName: 'Dora' },
    });
    const digest = 'A'.repeat(43);
    const amount = { field: 'amount', at: '', part: '', before: null, after: '60000', asset: 'USDT', choice: false };
    answers['GET case/prepare'] = () => ({ digest, rpId: 'localhost', persons: 2, body: { kind: 'passPayout', fields: [amount] } });
    let refuse = true;
    answers['POST case/decide'] = () => (refuse ? new Error('The subject changed.') : full('1'));
    const challenges: string[] = [];
    vi.stubGlobal('navigator', {
      ...{ languages: ['en'], language: 'en' },
      credentials: {
        get: async ({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) => {
          challenges.push(toText(publicKey.challenge));
          const bytes = new Uint8Array([1, 2, 3]).buffer;
          return {
            id: 'key',
            rawId: bytes,
            response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null },
          };
        },
      },
    });
    open('#inbox//1');
    await screen.findByText('60000 USDT');
    expect(screen.getByText(/by Dora/)).toBeTruthy();
    const press = () => screen.getByRole('button', { name: 'Sign and decide' });
    const button = press();
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('The subject changed.');
    const decided = () => sent.filter(({ name }) => name === 'POST case/decide');
    expect(decided()).toHaveLength(1);
    expect(challenges).toEqual([digest]);
    expect(decided()[0]!.body['assertion']).toMatchObject({ id: 'key', type: 'public-key' });
    const prepared = () => sent.filter(({ name }) => name === 'GET case/prepare').map(({ body }) => body['commandId']);
    expect(prepared()).toContain(decided()[0]!.commandId);
    // A second try is another command, and is shown and signed anew.
    refuse = false;
    await waitFor(() => expect(prepared().length).toBeGreaterThan(1));
    await waitFor(() => expect((press() as HTMLButtonElement).disabled).toBe(false));
    fireEvent.click(press());
    await waitFor(() => expect(decided()).toHaveLength(2));
    expect(decided()[1]!.commandId).not.toBe(decided()[0]!.commandId);
    expect(prepared().at(-1)).toBe(decided()[1]!.commandId);
  });
});

describe('a price that waits', () => {
  const system = {
    ...{ at: 0, version: 'test', uptimeS: 1, status: 'ok', reasons: [], warnings: [], venues: [], prices: { open: 1, stale: 0 } },
    ...{ lamps: [], sums: [], switches: [] },
  };
  const held = { symbol: 'SOL/USDT', price: '300.00', last: '150.00', since: 0, prints: 1, source: 'simulated' };
  beforeEach(() => {
    answers['GET system/get'] = () => system;
    answers['GET price/held'] = () => [held];
    answers['POST price/confirm'] = () => ({ confirmed: true });
  });

  it('is confirmed as it stands in the list, with a reason', async () => {
    open('#system');
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/The last price was 150.00/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'two exchanges say so' } });
    fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
    await waitFor(() => expect(sent.some(({ name }) => name === 'POST price/confirm')).toBe(true));
    expect(sent.find(({ name }) => name === 'POST price/confirm')?.body).toEqual({
      symbol: 'SOL/USDT',
      price: '300.00',
      reason: 'two exchanges say so',
    });
  });
  it('is discarded as it stands in the list, with a reason', async () => {
    answers['POST price/discard'] = () => ({ discarded: true });
    open('#system');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText(/The last price, 150.00, stays/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'a digit too many' } });
    fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
    await waitFor(() => expect(sent.some(({ name }) => name === 'POST price/discard')).toBe(true));
    expect(sent.find(({ name }) => name === 'POST price/discard')?.body).toEqual({
      ...{ symbol: 'SOL/USDT', price: '300.00', reason: 'a digit too many' },
    });
    expect(sent.some(({ name }) => name === 'POST price/confirm')).toBe(false);
  });
  it('is only looked at by whoever may not change rules', async () => {
    open('#system', { ...me, permissions: ['see', 'support'] });
    expect(await screen.findByText('300.00')).toBeTruthy();
    for (const name of ['Confirm', 'Discard']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
