import { CallError } from '@bourse/protocol/client';
import { describe, expect, it } from 'vitest';
import { type CommandPorts, Commands, type Sent } from './commands.ts';

const lost = () => Promise.reject(new CallError(-1, 0, 'None response! Please retry.'));
const nothing = { known: false, seq: null, accepted: null, orderId: null, refusal: null };
const known = { known: true, seq: '5', accepted: true, orderId: '12', refusal: null };
const placed = { commandId: 'id-1', seq: '5', orderId: '12', status: 1, filledQuantity: '0', filledAmount: '0', repeated: false } as const;
const order = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '68400', quantity: '0.05' } as const;
const place = 'POST pay/order-coin/purchase-actual-commodities';
const transfer = { from: 1, to: 2, asset: 'USDT', amount: '10' } as const;

/** A page with its session storage; `reload` is the next page of the same tab. */
function tab(stored = new Map<string, string>()) {
  const sent: [id: string, input: unknown][] = [];
  const asked: string[] = [];
  const signatures: (string | undefined)[] = [];
  const heard: Sent['state'][] = [];
  let ids = stored.size * 100;
  const world = {
    online: true,
    sign: (async () => undefined) as CommandPorts['sign'],
    send: lost as CommandPorts['send'],
    outcome: lost as CommandPorts['outcome'],
  };
  const commands = new Commands({
    sign: (name, input, id) => world.sign(name, input, id),
    send: (name, input, id, signature) => {
      sent.push([id, input]);
      signatures.push(signature);
      return world.send(name, input, id, signature);
    },
    outcome: (id) => {
      asked.push(id);
      return world.outcome(id);
    },
    shelf: () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    }),
    newId: () => `id-${++ids}`,
    sleep: () => new Promise((resolve) => setTimeout(resolve, 0)),
    online: () => world.online,
    heard: ({ state }, quiet) => void (quiet || heard.push(state)),
  });
  return { commands, world, sent, signatures, asked, heard, stored, reload: () => tab(stored) };
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a command on its way', () => {
  it('is accepted, and nothing of it is kept', async () => {
    const page = tab();
    page.world.send = async () => placed;
    expect(await page.commands.send('ticket', place, order)).toMatchObject({ state: 'accepted', data: placed, seq: '5', orderId: '12' });
    expect(page.heard).toEqual(['sent', 'accepted']);
    expect(page.stored.size).toBe(0);
  });

  it('is refused with the sentence of the exchange, and the next press is a new command', async () => {
    const page = tab();
    page.world.send = () => Promise.reject(new CallError(3013, 400, 'Not enough USDT'));
    expect(await page.commands.send('ticket', place, order)).toMatchObject({ state: 'rejected', code: 3013, message: 'Not enough USDT' });
    await page.commands.send('ticket', place, order);
    expect(page.sent.map(([id]) => id)).toEqual(['id-1', 'id-2']);
  });

  it('is sent once when the button is pressed twice', async () => {
    const page = tab();
    page.world.send = async () => placed;
    await Promise.all([page.commands.send('ticket', place, order), page.commands.send('ticket', place, { ...order, quantity: '9' })]);
    expect(page.sent).toEqual([['id-1', order]]);
  });

  it('that a factor confirms goes out under the id of its proof, and the factor is kept nowhere', async () => {
    const page = tab();
    const proof = { id: '00000000-0000-4000-8000-000000000001', payPassword: 'blue kettle' };
    const commandId = page.commands.idFor('ticket', place, order);
    page.world.outcome = async () => nothing;
    const answer = page.commands.send('ticket', place, order, true, { commandId, proof });
    await turn();
    expect(page.sent).toEqual([[commandId, { ...order, proof }]]);
    expect(page.stored.get('bourse.commands')).not.toContain('blue kettle');
    expect(await answer).toEqual({ state: 'missing', commandId });
    // The same body stays the same command, for which the next proof is begun; another body is another one.
    expect(page.commands.idFor('ticket', place, order)).toBe(commandId);
    expect(page.commands.idFor('ticket', place, { ...order, quantity: '9' })).not.toBe(commandId);
  });

  it('is asked for by its id when the answer is lost, and read again under the same id once it is known', async () => {
    const page = tab();
    page.world.send = () => (page.sent.length === 1 ? lost() : Promise.resolve(placed));
    page.world.outcome = async () => (page.asked.length < 3 ? nothing : known);
    expect(await page.commands.send('ticket', place, order)).toMatchObject({ state: 'accepted', data: placed });
    expect(page.asked).toEqual(['id-1', 'id-1', 'id-1']);
    expect(page.sent).toEqual([
      ['id-1', order],
      ['id-1', order],
    ]);
  });

  it('is never sent again by itself while nobody knows', async () => {
    const page = tab();
    page.world.outcome = async () => nothing;
    expect(await page.commands.send('ticket', place, order)).toEqual({ state: 'missing', commandId: 'id-1' });
    await turn();
    expect(page.sent).toHaveLength(1);
  });

  it('goes under the same id when a person sends it again after "no record"', async () => {
    const page = tab();
    page.world.outcome = async () => nothing;
    await page.commands.send('ticket', place, order);
    page.world.send = async () => placed;
    page.commands.again('ticket');
    await turn();
    expect(page.sent.map(([id]) => id)).toEqual(['id-1', 'id-1']);
    expect(page.commands.read('ticket')).toMatchObject({ state: 'accepted' });
  });

  it('gets another id with another body', async () => {
    const page = tab();
    page.world.outcome = async () => nothing;
    await page.commands.send('ticket', place, order);
    page.world.send = async () => placed;
    await page.commands.send('ticket', place, { ...order, quantity: '0.06' });
    expect(page.sent.map(([id]) => id)).toEqual(['id-1', 'id-2']);
  });

  it('takes bodies whose fields stand in another order for the same', async () => {
    const page = tab();
    page.world.outcome = async () => nothing;
    await page.commands.send('move', 'POST pay/wallet/any-transfer', transfer);
    page.world.send = async () => ({ seq: '7', commandId: 'id-1' });
    await page.commands.send('move', 'POST pay/wallet/any-transfer', { amount: '10', asset: 'USDT', to: 2, from: 1 });
    expect(page.sent.map(([id]) => id)).toEqual(['id-1', 'id-1']);
  });

  it('keeps asking while nobody answers, and learns of a refusal late', async () => {
    const page = tab();
    page.world.outcome = async () => {
      if (page.asked.length < 6) throw new CallError(-1, 0, '');
      return { ...known, accepted: false, orderId: null, refusal: { code: 3013, msg: 'Not enough USDT' } };
    };
    expect(await page.commands.send('ticket', place, order)).toMatchObject({ state: 'rejected', code: 3013 });
    expect(page.heard).toEqual(['sent', 'unknown', 'rejected']);
  });

  it('is known by its id alone when its answer cannot be read again', async () => {
    const page = tab();
    page.world.outcome = async () => known;
    expect(await page.commands.send('ticket', place, order)).toEqual({
      state: 'accepted',
      commandId: 'id-1',
      data: undefined,
      seq: '5',
      orderId: '12',
    });
  });

  it.each([
    ['a proxy that gave up', new CallError(502, 502, 'Bad gateway'), true],
    ['an outcome that the server does not know', new CallError(1008, 504, ''), true],
    ['a refusal', new CallError(3013, 400, ''), false],
    ['a venue that took nothing', new CallError(9001, 503, ''), false],
  ])('%s', async (_name, error, uncertain) => {
    const page = tab();
    page.world.send = () => Promise.reject(error);
    page.world.outcome = async () => nothing;
    const settled = await page.commands.send('ticket', place, order);
    expect(settled.state).toBe(uncertain ? 'missing' : 'rejected');
  });
});

describe('over a reload', () => {
  it('asks for what the page did not live to hear, under the id and with the body of then', async () => {
    const before = tab();
    before.world.send = () => new Promise(() => {});
    void before.commands.send('ticket', place, order);
    await turn();
    const after = before.reload();
    after.world.outcome = async () => known;
    after.world.send = async () => ({ ...placed, repeated: true });
    after.commands.resume();
    await turn();
    expect(after.asked).toEqual(['id-1']);
    expect(after.commands.read('ticket')).toMatchObject({ state: 'accepted', orderId: '12' });
    expect(after.commands.input('ticket')).toEqual(order);
    expect(after.stored.size).toBe(0);
  });

  it('sends the same body under the id of before the reload, also when it was not asked for yet', async () => {
    const before = tab();
    before.world.send = () => new Promise(() => {});
    void before.commands.send('ticket', place, order);
    await turn();
    const after = before.reload();
    after.world.send = async () => placed;
    await after.commands.send('ticket', place, order);
    await after.commands.send('ticket', place, order);
    expect(after.sent.map(([id]) => id)).toEqual(['id-1', 'id-101']);
  });

  it('asks for nothing in the name of the next customer', async () => {
    const before = tab();
    before.world.send = () => new Promise(() => {});
    void before.commands.send('ticket', place, order);
    await turn();
    before.commands.clear();
    const after = before.reload();
    after.commands.resume();
    await turn();
    expect(after.asked).toEqual([]);
  });
});

describe('a signed command', () => {
  it('is signed once: sent again and after a reload it carries the signature that it had', async () => {
    const before = tab();
    let made = 0;
    before.world.sign = async (_name, _input, id) => `${id} ${++made}`;
    before.world.outcome = async () => nothing;
    await before.commands.send('ticket', place, order);
    await before.commands.send('ticket', place, order);
    expect(before.signatures).toEqual(['id-1 1', 'id-1 1']);
    const after = before.reload();
    after.world.sign = async () => 'another';
    after.world.send = async () => placed;
    await after.commands.send('ticket', place, order);
    expect(after.signatures).toEqual(['id-1 1']);
    await after.commands.send('ticket', place, order);
    expect(after.signatures).toEqual(['id-1 1', 'another']);
  });

  it('goes without a signature where this session has no key', async () => {
    const page = tab();
    page.world.send = async () => placed;
    await page.commands.send('ticket', place, order);
    expect(page.signatures).toEqual([undefined]);
  });
});

describe('offline', () => {
  it('says so, sends nothing and keeps no id', async () => {
    const page = tab();
    page.world.online = false;
    expect(await page.commands.send('ticket', place, order)).toEqual({ state: 'offline' });
    expect([page.sent, page.stored.size, page.heard]).toEqual([[], 0, ['offline']]);
  });
});

describe('leaving a screen', () => {
  it('forgets what is settled and keeps asking for what is not', async () => {
    const page = tab();
    page.world.send = () => Promise.reject(new CallError(3013, 400, 'Not enough USDT'));
    await page.commands.send('ticket', place, order);
    page.commands.leave('ticket');
    expect(page.commands.read('ticket')).toEqual({ state: 'idle' });
    page.world.send = lost;
    void page.commands.send('ticket', place, order);
    await turn();
    page.commands.leave('ticket');
    expect(page.commands.read('ticket').state).toBe('unknown');
    page.commands.forget('ticket');
    const before = page.asked.length;
    await turn();
    expect(page.asked.length - before).toBeLessThan(2);
    expect(page.stored.size).toBe(0);
  });
});
