import { describe, expect, test } from 'vitest';
import type { Command, HoldAccount } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { system } from '../core/actor.ts';
import { commands } from '../declared.ts';
import { ana, Cashier, digest, rails, usdt } from '../testing/cashier.ts';
import { standingRoom } from './room.ts';

const hold = (change: Partial<HoldAccount>): HoldAccount => ({
  ...{ kind: 'holdAccount', account: ana, mode: 'keep', payouts: 'keep', payoutsUntil: 0, evidence: digest('hold'), ...change },
});
const customers = commands.filter(({ by }) => by === 'customer').map(({ kind }) => kind);

/** Of each of a customer's commands: fields with which an account that may only close sends it, or undefined. */
const closing: Partial<Record<Command['kind'], object>> = {
  cancelOrder: { order: 1 },
  cancelAllOrders: { instrument: 0 },
  cancelAllAfter: { timeoutMs: 0 },
  orderBatch: { items: [{ kind: 'cancelOrder', order: 1 }] },
  placeContractOrder: { action: 2 },
  placeStockOrder: { action: 2 },
  closeAllPositions: { instrument: 0 },
  setPositionStops: { position: 1, lots: 0, takeProfitTicks: 1, stopLossTicks: 0 },
  transfer: { from: 2, to: 1, asset: usdt, amount: 1n },
  addDestination: { rail: rails.usdt, digest: digest('x') },
  dropDestination: { destination: 1 },
  requestPayout: { rail: rails.usdt, destination: 1, amount: 1, flags: 0, factor: 'totp', evidence: digest('x') },
  cancelPayout: { payout: 1 },
  redeemEarn: { holding: 1, amount: 1 },
  extractEarn: { holding: 1 },
  repayLoan: { loan: 1, amount: 1 },
  cancelLoan: { loan: 1 },
  changeCollateral: { loan: 1, add: true, amount: 1 },
};
/** The same kinds, when they open something or bring money elsewhere. */
const opening: Partial<Record<Command['kind'], object>> = {
  orderBatch: { items: [{ kind: 'cancelOrder', order: 1 }, { kind: 'placeOrder' }] },
  placeContractOrder: { action: 1 },
  placeStockOrder: { action: 1 },
  transfer: { from: 1, to: 2, asset: usdt, amount: 1n },
  changeCollateral: { loan: 1, add: false, amount: 1 },
};
const send = (desk: Cashier, kind: string, fields: object = {}) => {
  const outcome = desk.apply({ kind, account: ana, ...fields } as unknown as Command);
  return outcome.ok ? 'accepted' : outcome.error;
};

describe.each(customers)('%s', (kind) => {
  test('is refused to a locked account, whatever it says, and never to one that is not restricted', () => {
    const desk = new Cashier();
    const given = [{}, closing[kind as Command['kind']], opening[kind as Command['kind']]];
    for (const fields of given) expect(send(desk, kind, fields)).not.toBe('accountRestricted');
    desk.must(hold({ mode: 'locked' }));
    for (const fields of given) expect(desk.refused({ kind, account: ana, ...fields } as unknown as Command)).toBe('accountRestricted');
    desk.must(hold({ mode: 'normal' }));
    for (const fields of given) expect(send(desk, kind, fields)).not.toBe('accountRestricted');
  });

  test('is left to an account that may only close exactly when it closes', () => {
    const desk = new Cashier();
    desk.must(hold({ mode: 'closeOnly' }));
    const closes = closing[kind as Command['kind']];
    if (closes === undefined) expect(send(desk, kind)).toBe('accountRestricted');
    else expect(send(desk, kind, closes)).not.toBe('accountRestricted');
    const opens = opening[kind as Command['kind']];
    if (opens !== undefined) expect(send(desk, kind, opens)).toBe('accountRestricted');
  });
});

test('the system acts for a locked account, and other customers are as free as before', () => {
  const desk = new Cashier();
  desk.must(hold({ mode: 'locked' }));
  const all = { kind: 'cancelAllOrders', account: ana, instrument: 0 } as const;
  const sent = { seq: desk.engine.seq + 1, time: desk.time, commandId: new Uint8Array(16), actor: system, command: all };
  expect(desk.engine.apply(sent).ok).toBe(true);
  expect(desk.apply({ ...all, account: ana + 1 }).ok).toBe(true);
});

test('one person tightens, two loosen', () => {
  const desk = new Cashier();
  const persons = (change: Partial<HoldAccount>) => standingRoom.persons['holdAccount']!(desk.copy(), hold(change) as never);
  const until = (payoutsUntil: number) => ({ payouts: 'until', payoutsUntil }) as const;
  expect(
    [{}, { mode: 'closeOnly' }, { mode: 'locked' }, until(desk.time + 5), { payouts: 'afterCredential' }].map((one) =>
      persons(one as Partial<HoldAccount>),
    ),
  ).toEqual([0, 0, 0, 0, 0]);
  desk.must(hold({ mode: 'closeOnly', ...until(desk.time + 1000) }));
  expect(persons({ mode: 'locked' })).toBe(0);
  expect(persons({ mode: 'normal' })).toBe(2);
  expect(persons(until(desk.time + 1000))).toBe(0);
  expect(persons(until(desk.time + 999))).toBe(2);
  expect(persons({ mode: 'locked', ...until(0) })).toBe(2);
  desk.wait(1000);
  expect(persons(until(0))).toBe(0);
});

test('what is known of an account is told whole, kept over a restart, and forgotten when it is usual again', () => {
  const desk = new Cashier();
  desk.must(hold({ mode: 'locked', payouts: 'until', payoutsUntil: desk.time + 5 }));
  expect(desk.events.at(-1)).toMatchObject({
    kind: 'accountStanding',
    account: ana,
    level: 1,
    mode: 'locked',
    payoutsUntil: desk.time + 5,
  });
  desk.restart();
  expect(desk.engine.standing(ana)).toEqual({ level: 1, mode: 'locked', payoutsUntil: desk.time + 5 });
  expect(send(desk, 'cancelAllOrders', { instrument: 0 })).toBe('accountRestricted');
  const before = desk.events.length;
  desk.must(hold({ mode: 'locked' }));
  expect(desk.events.length).toBe(before);
  expect(desk.refused(hold({ account: 7_777_777 }))).toBe('accountUnknown');
  expect(desk.refused(hold({ account: House.marketMaker }))).toBe('accountUnknown');
  expect(desk.refused(hold({ payoutsUntil: 1 }))).toBe('badRequest');
  expect(desk.refused({ kind: 'setLevel', account: ana, level: 3, evidence: digest('x') })).toBe('badRequest');
  expect(desk.replayedHash()).toBe(desk.engine.stateHash());
});

test('a correction moves money between an account and the house, never beyond what either has', () => {
  const desk = new Cashier();
  desk.must({ kind: 'fundHouse', account: House.rebate, wallet: 1, asset: usdt, amount: 100n, number: 1 });
  const adjust = (amount: bigint, add: boolean, change: object = {}) =>
    ({ kind: 'adjust', account: ana, house: House.rebate, asset: usdt, amount, add, evidence: digest('why'), ...change }) as const;
  expect(desk.refused(adjust(101n, true))).toBe('insufficientBalance');
  desk.must(adjust(100n, true));
  expect(desk.coins(ana, usdt)).toEqual([100n, 0n]);
  expect(desk.refused(adjust(101n, false))).toBe('insufficientBalance');
  desk.must(adjust(40n, false));
  expect([desk.coins(ana, usdt)[0], desk.coins(House.rebate, usdt)[0]]).toEqual([60n, 40n]);
  expect(desk.refused(adjust(0n, true))).toBe('amountInvalid');
  for (const house of [House.external, House.clearing, House.funding, ana + 1, 99])
    expect(desk.refused(adjust(1n, true, { house }))).toBe('accountUnknown');
  expect(desk.refused(adjust(1n, true, { account: House.fees }))).toBe('accountUnknown');
  expect(desk.refused(adjust(1n, true, { asset: 77 }))).toBe('assetUnknown');
});
