import type { AccountWorth, Fill, Order, StatementLine } from '@bourse/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ask, Cache, type Key } from '../cache.ts';
import { Channels, channelOf } from '../channels.ts';
import type { Change } from './folds.ts';
import { Pushed } from './pushed.ts';

/** A venue with one customer: all its past states, by sequence. */
type World = { orders: Order[]; fills: Fill[]; lines: StatementLine[]; usdt: number };
const orderOf = (id: number, seq: number, status: Order['status']): Order => ({
  ...{ id: String(id), symbol: 'BTC/USDT', instrumentId: 1, side: 0, priceType: 2, timeInForce: 1, postOnly: false, price: '100' },
  ...{ triggerPrice: null, quantity: '2', amount: null, filledQuantity: status === 3 ? '2' : '0', filledAmount: '0', averagePrice: null },
  ...{ reserved: '0', reservedAsset: 'USDT', status, reason: '', createdAt: id, updatedAt: seq },
});
const fillOf = (id: number, order: number, seq: number): Fill => ({
  ...{ id: String(id), orderId: String(order), symbol: 'BTC/USDT', side: 0, role: 'taker', price: '100', quantity: '2', amount: '200' },
  ...{ fee: '0', feeAsset: 'BTC', time: seq, seq: String(seq), receiptHash: `h${id}` },
});
const lineOf = (seq: number, usdt: number): StatementLine => ({
  ...{ id: String(seq * 16), seq: String(seq), time: seq, wallet: 1, asset: 'USDT', direction: 2, flow: 1, flowName: 'x', amount: '-1' },
  ...{ availableAfter: String(usdt), frozenAfter: '0', orderId: null, fillId: null, symbol: null },
});
const money = (usdt: number) => ({ total: `${usdt}.00000000`, currency: 'USD' as const, stale: false, missing: [] });
const none = { total: '0', totalAvailable: '0', totalFrozenAmount: '0' };
const positions = { ...none, totalPositionValue: '0', totalProfitAndLoss: '0', plList: [] };
const balanceOf = (usdt: number) => ({
  ...{ wallet: 1 as const, asset: 'USDT', scale: 6, kind: 2 as const, available: String(usdt), frozen: '0', total: String(usdt) },
  ...{ price: '1', value: `${usdt}.00000000`, stale: false },
});
const worthOf = (usdt: number, time: number): AccountWorth => ({
  balances: [balanceOf(usdt)],
  totals: {
    ...{ overview: money(usdt), coin: { ...none, total: `${usdt}.00000000` }, contract: positions, stock: positions },
    ...{ fast: { total: '0', walletBalance: '0', positionAmount: '0' }, wealth: none },
  },
  allocation: [{ asset: 'USDT', value: `${usdt}.00000000`, ratio: '100.00' }],
  contract: {
    ...{ asset: 'USDT', available: '0', freeze: '0', walletBalance: '0', earnestMoney: '0', orderMargin: '0', unrealizedProfitLoss: '0' },
    ...{ plAmount: '0', netWorthBigDecimal: '0', profit: '0', balance: '0', marginRatio: '0', occupyMargin: '0', riskRate: '0' },
    maintenance: '0',
  },
  fast: { asset: 'USDT', total: '0', walletBalance: '0', positionAmount: '0' },
  time,
  external: false,
});

const isOpen = ({ status }: Order) => status < 3;
const start = 1_000;
const paged = <Row extends { id: string }>(rows: readonly Row[], size: number) => {
  const list = [...rows].sort((a, b) => Number(b.id) - Number(a.id)).slice(0, size);
  return { list, total: rows.length, pageNo: 1, pageSize: size };
};
const keys: readonly Key[] = [
  ['GET pay/order-coin/order-page', { state: 'open', pageSize: 3 }],
  ['GET pay/order-coin/order-page', { state: 'finished', pageSize: 2 }],
  ['GET pay/order-coin/order-page', { state: 'all', pageSize: 3 }],
  ['GET pay/order-coin/order-detail', { id: '1' }],
  ['GET pay/order-coin/fill-page', { pageSize: 2 }],
  ['GET pay/funds-flow/page', { pageSize: 2 }],
  ['GET pay/wallet/list-fund', {}],
  ['GET pay/wallet/overview', {}],
  ['GET pay/wallet/home-stat', {}],
];
/** The answers of the calls for a state. */
function answer({ orders, fills, lines, usdt }: World, [name, input]: Key, seq: number): unknown {
  const { state, pageSize = 1, id } = input as { state?: string; pageSize?: number; id?: string };
  const balance = { ...balanceOf(usdt), name: 'Tether' };
  switch (name) {
    case 'GET pay/order-coin/order-page':
      return paged(
        orders.filter((order) => state === 'all' || isOpen(order) === (state === 'open')),
        pageSize,
      );
    case 'GET pay/order-coin/order-detail':
      return {
        ...orders.find((order) => order.id === id),
        fills: paged(
          fills.filter(({ orderId }) => orderId === id),
          100,
        ).list,
      };
    case 'GET pay/order-coin/fill-page':
      return paged(fills, pageSize);
    case 'GET pay/funds-flow/page':
      return paged(lines, pageSize);
    case 'GET pay/wallet/list-fund':
      return [balance];
    case 'GET pay/wallet/overview': {
      const { totals, allocation, contract } = worthOf(usdt, seq);
      const parts = { balances: [balance], allocation: allocation.map((part) => ({ ...part, name: 'Tether' })), contractWallet: contract };
      return { ...totals, coin: { ...totals.coin, walletList: [balance] }, ...parts };
    }
    default: {
      const profit = usdt - start;
      const ratio = Math.trunc((Math.abs(profit) * 10_000) / start);
      const dayPlRatio = `${profit < 0 && ratio > 0 ? '-' : ''}${Math.floor(ratio / 100)}.${String(ratio % 100).padStart(2, '0')}`;
      const day = { since: 0, startTotal: `${start}.00000000`, dayPl: `${profit}.00000000`, dayPlRatio };
      return {
        ...money(usdt),
        ...day,
        curve: [
          { t: 0, v: `${start}.00000000` },
          { t: seq, v: `${usdt}.00000000` },
        ],
      };
    }
  }
}

class Venue {
  states: World[] = [{ orders: [orderOf(1, 0, 1)], fills: [], lines: [], usdt: start }];
  private fillCount = 0;
  get seq() {
    return this.states.length - 1;
  }
  at = (seq: number): World => this.states[seq] as World;

  /** Executes a command and returns its pushes. Other customers' commands count too, and push nothing. */
  happen(kind: 'place' | 'fill' | 'cancel' | 'other', pick: number): Change[] {
    const before = this.at(this.seq);
    const seq = this.seq + 1;
    const open = before.orders.filter(isOpen);
    const target = open[pick % Math.max(1, open.length)];
    if (kind === 'other' || (kind !== 'place' && !target)) {
      this.states.push(before);
      return [];
    }
    const id = kind === 'place' ? before.orders.length + 1 : Number(target?.id);
    const order = orderOf(id, seq, kind === 'place' ? 1 : kind === 'fill' ? 3 : 4);
    const orders = [...before.orders.filter((one) => one.id !== order.id), order];
    const fills = kind === 'fill' ? [...before.fills, fillOf(++this.fillCount, id, seq)] : before.fills;
    const usdt = before.usdt - 1;
    const line = lineOf(seq, usdt);
    this.states.push({ orders, fills, lines: [...before.lines, line], usdt });
    const numbers = { seq: 0, prev: 0, asOf: seq };
    return [
      ...(kind === 'fill' ? [{ c: 'fill' as const, ...numbers, v: fills.at(-1) as Fill }] : []),
      { c: 'order', ...numbers, v: order },
      { c: 'line', ...numbers, v: line },
      { c: 'wallet', ...numbers, v: worthOf(usdt, seq) },
    ];
  }
}

/** A page that shows all of these answers, a socket that loses and repeats messages, and reads that take time. */
function page() {
  const venue = new Venue();
  const cache = new Cache({
    now: () => 0,
    setTimer: () => 0,
    clearTimer: () => {},
    retryable: () => false,
    visible: () => true,
  });
  const pushed = new Pushed(cache, () => 'Tether');
  cache.arrived = pushed.arrived;
  const channels = new Channels();
  const reads: { key: Key; ask: Ask; resolve: (data: unknown) => void; served?: { data: unknown; seq: number } }[] = [];
  let line: Change[] = [];
  let numbers = new Map<string, number>();
  let connected = false;
  let changedAt = 0;
  let calls = 0;
  const fetcherOf = (key: Key) => (ask: Ask) => {
    calls += 1;
    return new Promise<unknown>((resolve) => reads.push({ key, ask, resolve }));
  };
  for (const key of keys) {
    cache.subscribe(key, () => {});
    cache.ensure(key, fetcherOf(key), 60_000);
  }
  const rig = {
    cache,
    venue,
    get calls() {
      return calls;
    },
    happen(kind: 'place' | 'fill' | 'cancel' | 'other', pick: number) {
      const changes = venue.happen(kind, pick);
      if (changes.length > 0) changedAt = venue.seq;
      if (!connected) return;
      for (const change of changes) {
        const prev = numbers.get(change.c) ?? 0;
        numbers.set(change.c, prev + 1);
        line.push({ ...change, seq: prev + 1, prev });
      }
    },
    deliver(keep = false) {
      const [message] = line;
      if (!keep) line.shift();
      if (!message) return;
      const channel = channelOf(message) as string;
      const sequence = channels.note(channel, message.seq, message.prev, false);
      if (sequence === 'gap') pushed.lost(new Set([channel]));
      if (sequence !== 'old') pushed.hear(message);
    },
    drop: () => void line.shift(),
    connect() {
      connected = true;
      line = [];
      numbers = new Map();
      channels.forget();
      pushed.connected(changedAt);
    },
    cut() {
      connected = false;
      line = [];
    },
    /** The server reads. A history may lag, and may contain more than the sequence it names. */
    serve(which: number, lag: number, beyond: number) {
      const waiting = reads.filter(({ served }) => !served);
      const read = waiting[which % Math.max(1, waiting.length)];
      if (!read) return;
      const seq = Math.max(read.ask.readAfter ?? 0, venue.seq - lag);
      const shown = Math.min(venue.seq, seq + beyond);
      read.served = { data: answer(venue.at(shown), read.key, shown), seq };
    },
    arrive(which: number) {
      const served = reads.filter((read) => read.served);
      const read = served[which % Math.max(1, served.length)];
      if (!read?.served) return;
      reads.splice(reads.indexOf(read), 1);
      read.ask.standsOn(read.served.seq);
      read.resolve(read.served.data);
    },
    readAgain: (which: number) => void cache.invalidate(keys[which % keys.length]?.[0]),
    async settle() {
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    },
    /** Delivers everything in flight. */
    async calm() {
      for (let round = 0; round < 200 && (line.length > 0 || reads.length > 0); round += 1) {
        rig.deliver();
        rig.serve(0, 0, 0);
        rig.arrive(0);
        await rig.settle();
      }
    },
    shown: () => keys.map((key) => [key, withoutTimes(cache.read(key).data)]),
    said: () => keys.map((key) => [key, withoutTimes(answer(venue.at(venue.seq), key, venue.seq))]),
  };
  return rig;
}
/** A curve ends at the time of its reading. */
const withoutTimes = (data: unknown): unknown =>
  data && typeof data === 'object' && 'curve' in data ? { ...data, curve: (data.curve as { v: string }[]).map(({ v }) => v) } : data;

describe('pushes and answers', () => {
  it('need no call for what is on the screen', async () => {
    const one = page();
    await one.calm();
    one.connect();
    await one.calm();
    const before = one.calls;
    for (const kind of ['place', 'fill', 'place', 'cancel', 'place', 'place', 'fill'] as const) {
      one.happen(kind, 0);
      await one.calm();
      expect(one.shown()).toEqual(one.said());
    }
    expect(one.calls).toBe(before);
  });

  it('read everything that is looked at once when the line was cut and something happened meanwhile, and nothing when nothing did', async () => {
    const one = page();
    await one.calm();
    one.connect();
    one.cut();
    one.connect();
    await one.calm();
    expect(one.calls).toBe(keys.length);
    one.cut();
    one.happen('fill', 0);
    one.connect();
    await one.calm();
    expect(one.calls).toBe(2 * keys.length);
    expect(one.shown()).toEqual(one.said());
  });

  it('read again only what a lost message concerned', async () => {
    const one = page();
    await one.calm();
    one.connect();
    const before = one.calls;
    one.happen('place', 0);
    one.drop();
    await one.calm();
    one.happen('place', 0);
    await one.calm();
    expect(one.calls - before).toBe(4);
    expect(one.shown()).toEqual(one.said());
  });

  it('of money from outside show the new total without a profit, and the day is read again', () => {
    const key: Key = ['GET pay/wallet/home-stat', {}];
    const { overview } = worthOf(start, 0).totals;
    const day = { ...overview, since: 0, startTotal: `${start}.00000000`, dayPl: '3.00000000', dayPlRatio: '0.30', curve: [] };
    let shown: unknown = day;
    let again = false;
    const pushed = new Pushed(
      {
        patch: (step) => {
          shown = step(key, shown, 1);
        },
        reread: (which, readAfter) => {
          again = which(key, 1) && readAfter === 2;
        },
      },
      () => 'Tether',
    );
    pushed.hear({ c: 'wallet', seq: 1, prev: 0, asOf: 2, v: { ...worthOf(start + 500, 2), external: true } });
    expect(shown).toMatchObject({ total: `${start + 500}.00000000`, dayPl: '3.00000000' });
    expect(again).toBe(true);
  });

  it('change nothing when they are older than the answer', async () => {
    const one = page();
    await one.calm();
    one.connect();
    one.happen('place', 0);
    one.happen('fill', 0);
    one.readAgain(0);
    one.serve(0, 0, 0);
    one.arrive(0);
    await one.settle();
    const key = keys[0] as Key;
    const read = one.cache.read(key).data;
    await one.calm();
    expect(one.cache.read(key).data).toEqual(read);
    expect(one.shown()).toEqual(one.said());
  });

  it('go on top of an answer that was read before them and comes after them', async () => {
    const one = page();
    await one.calm();
    one.connect();
    one.readAgain(6);
    one.serve(0, 0, 0);
    one.happen('fill', 0);
    for (let message = 0; message < 4; message += 1) one.deliver();
    one.arrive(0);
    await one.settle();
    expect(one.shown()).toEqual(one.said());
  });

  const step = fc.oneof(
    fc.record({ do: fc.constant('happen' as const), kind: fc.constantFrom('place', 'fill', 'cancel', 'other'), pick: fc.nat(5) }),
    fc.record({ do: fc.constantFrom('deliver', 'deliver', 'drop', 'repeat', 'cut', 'connect') }),
    fc.record({ do: fc.constant('serve' as const), which: fc.nat(9), lag: fc.nat(4), beyond: fc.nat(3) }),
    fc.record({ do: fc.constantFrom('arrive', 'readAgain'), which: fc.nat(9) }),
  );
  it('come to what the calls say, in whatever order they and the answers come, are lost or repeated', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const one = page();
        one.connect();
        for (const next of steps) {
          if (next.do === 'happen') one.happen(next.kind as 'place', next.pick);
          else if (next.do === 'serve') one.serve(next.which, next.lag, next.beyond);
          else if ('which' in next) next.do === 'arrive' ? one.arrive(next.which) : one.readAgain(next.which);
          else if (next.do === 'repeat') one.deliver(true);
          else if (next.do === 'deliver') one.deliver();
          else one[next.do as 'drop' | 'cut' | 'connect']();
          await one.settle();
        }
        // The next message of the channel, or the next connection, reveals a lost message.
        if (steps.filter((each) => each.do === 'cut' || each.do === 'connect').at(-1)?.do === 'cut') one.connect();
        one.happen('place', 0);
        one.happen('fill', 0);
        await one.calm();
        expect(one.shown()).toEqual(one.said());
      }),
      { numRuns: 400 },
    );
  });
});
