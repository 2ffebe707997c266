import { expect, test } from 'vitest';
import type { CreditDeposit } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { ana, bob, Cashier, digest, rails, usdt, whole } from '../testing/cashier.ts';
import { checkReceipts } from '../testing/receipts.ts';
import { paymentsRoom } from './room.ts';

const credit = (deposit: number, change: Partial<CreditDeposit> = {}): CreditDeposit => ({
  ...{
    kind: 'creditDeposit',
    account: ana,
    rail: rails.usdt,
    deposit,
    amount: 1000n,
    fee: 0n,
    source: 1,
    evidence: digest('tx'),
    ...change,
  },
});

test('a number is credited once, whatever its amount, account, rail or evidence', () => {
  const desk = new Cashier();
  desk.must(credit(1));
  for (const change of [{}, { account: bob }, { amount: 7n }, { rail: rails.btc }, { evidence: digest('other') }, { source: 4 as const }])
    expect(desk.refused(credit(1, change))).toBe('depositBooked');
  desk.restart();
  expect(desk.refused(credit(1))).toBe('depositBooked');
  desk.must(credit(3));
  desk.must(credit(2));
  expect(desk.engine.payments().nextDeposit()).toBe(4);
  expect(desk.coins(ana, usdt)).toEqual([3000n, 0n]);
});

test('what cannot be a deposit is refused and changes nothing', () => {
  const desk = new Cashier();
  expect(desk.refused(credit(1, { account: 7_777_777 }))).toBe('accountUnknown');
  expect(desk.refused(credit(1, { account: House.fees }))).toBe('accountUnknown');
  expect(desk.refused(credit(1, { account: House.external }))).toBe('accountUnknown');
  expect(desk.refused(credit(1, { rail: 77 }))).toBe('badRequest');
  expect(desk.refused(credit(0))).toBe('badRequest');
  expect(desk.refused(credit(2 ** 40))).toBe('badRequest');
  for (const amount of [0n, 1n << 80n, 1n << 90n]) expect(desk.refused(credit(1, { amount }))).toBe('amountInvalid');
  for (const fee of [1000n, 1001n]) expect(desk.refused(credit(1, { fee }))).toBe('amountInvalid');
  expect(desk.refused(credit(1, { amount: 99n }))).toBe('depositTooSmall');
  expect(desk.refused(credit(1, { evidence: 'tx' }))).toBe('digestInvalid');
  expect(desk.refused({ ...credit(1), source: 5 as 1 })).toBe('badRequest');
  desk.must(credit(1, { amount: 99n, source: 4 }));
});

test('a deposit comes out of the world outside by its channel’s flow, and its fee goes to the house', () => {
  const desk = new Cashier();
  desk.must(credit(5, { fee: 10n, rail: rails.held }));
  expect(desk.lines(5, 1000)).toEqual([
    [House.external, 1006, -1000n, 0n],
    [ana, 1006, 1000n, 0n],
    [ana, 1008, -10n, 0n],
    [House.fees, 1008, 10n, 0n],
  ]);
  expect(desk.events.findLast(({ kind }) => kind === 'deposit')).toMatchObject({
    amount: 1000n,
    fee: 10n,
    available: 990n,
    state: 'credited',
  });
});

test('larger than any number that a script counts with', () => {
  const desk = new Cashier();
  const amount = (1n << 79n) + 12_345n;
  desk.must(credit(1, { amount }));
  expect(desk.coins(ana, usdt)).toEqual([amount, 0n]);
  expect(desk.refused(credit(2, { amount }))).toBe('amountInvalid');
});

test('people credit what no machine has seen, and two of them what is large or has no price', () => {
  const desk = new Cashier();
  const persons = (change: Partial<CreditDeposit>) => paymentsRoom.persons['creditDeposit']!(desk.copy(), credit(1, change) as never);
  const large = 10_000n * BigInt(whole);
  expect([1, 2, 3, 4].map((source) => persons({ source: source as 1 }))).toEqual([0, 0, 1, 1]);
  expect(persons({ amount: 10n ** 12n })).toBe(0);
  expect(persons({ amount: 10n ** 12n + 1n })).toBe(2);
  expect([large, large + 1n].map((amount) => persons({ source: 4, amount }))).toEqual([1, 2]);
  expect(persons({ rail: rails.gem, source: 3 })).toBe(2);
  expect(persons({ rail: rails.btc, source: 3, amount: 20_000_000n })).toBe(1);
  expect(persons({ rail: rails.btc, source: 3, amount: 20_000_001n })).toBe(2);
});

test('a reversal takes what is still there, the house bears the rest, and nobody goes below zero', () => {
  const desk = new Cashier();
  desk.pay(bob, rails.usdt, 10_000n, 2000n);
  const number = desk.pay(ana, rails.usdt, 1000n, 10n);
  desk.must({ kind: 'transfer', account: ana, from: 1, to: 2, asset: usdt, amount: 600n });
  const reverse = (amount: bigint, deposit = number) => ({ kind: 'reverseDeposit', deposit, amount, evidence: digest('reorg') }) as const;
  for (const wrong of [0n, 1001n]) expect(desk.refused(reverse(wrong))).toBe('amountInvalid');
  expect(desk.refused(reverse(1n, 99))).toBe('depositUnknown');
  desk.must(reverse(100n));
  desk.must(reverse(900n));
  expect(desk.refused(reverse(1n))).toBe('amountInvalid');
  expect(desk.lines(number, 1000).slice(4)).toEqual([
    [ana, 1009, -100n, 0n],
    [House.external, 1009, 100n, 0n],
    [ana, 1009, -290n, 0n],
    [House.external, 1009, 290n, 0n],
  ]);
  expect(desk.coins(ana, usdt)).toEqual([0n, 0n]);
  // 2,010 of fees less the 610 that are gone.
  expect(desk.house(usdt)[0]).toBe(1400n);
  expect(desk.events.findLast(({ kind }) => kind === 'deposit')).toMatchObject({
    state: 'reversed',
    taken: 390n,
    lost: 610n,
    available: 0n,
  });
  const seen = new Map<string, number>();
  checkReceipts(desk, seen);
  expect(seen.get('receipt deposit')).toBe(4);
});

test('a customer who has more than was credited gives back no more than was credited', () => {
  const desk = new Cashier();
  const number = desk.pay(ana, rails.usdt, 1000n, 10n);
  desk.pay(ana, rails.usdt, 5000n);
  desk.must({ kind: 'reverseDeposit', deposit: number, amount: 1000n, evidence: digest('reorg') });
  expect(desk.coins(ana, usdt)[0]).toBe(5000n);
  expect(desk.house(usdt)).toEqual([0n, -5000n]);
});

test('a loss that the house cannot bear is refused until it has the money', () => {
  const desk = new Cashier();
  const number = desk.pay(ana, rails.usdt, 1000n);
  desk.must({ kind: 'transfer', account: ana, from: 1, to: 2, asset: usdt, amount: 600n });
  const reverse = { kind: 'reverseDeposit', deposit: number, amount: 1000n, evidence: digest('reorg') } as const;
  expect(desk.refused(reverse)).toBe('insufficientBalance');
  desk.must({ kind: 'fundHouse', account: House.fees, wallet: 1, asset: usdt, amount: 600n, number: 1 });
  desk.must(reverse);
  expect(desk.house(usdt)[0]).toBe(0n);
});

test('the newest deposits can be reversed, older ones are unknown, and no number is free again', () => {
  const desk = new Cashier({ depositsKept: 2 });
  const [old] = [1, 2, 3].map(() => desk.pay(ana, rails.usdt, 1000n));
  expect(desk.refused({ kind: 'reverseDeposit', deposit: old!, amount: 1n, evidence: digest('x') })).toBe('depositUnknown');
  expect(desk.refused(credit(old!))).toBe('depositBooked');
  desk.restart();
  expect(desk.refused(credit(old!))).toBe('depositBooked');
  expect(desk.replayedHash()).toBe(desk.engine.stateHash());
});

test('a network’s cost leaves the house’s fees and nothing else; what the fees do not hold is refused', () => {
  const desk = new Cashier();
  desk.pay(ana, rails.usdt, 1_000_000n, 5_000n);
  const cost = (amount: bigint) => ({ kind: 'bookNetworkCost', asset: usdt, amount, evidence: digest('block') }) as const;
  desk.must(cost(2_000n));
  expect(desk.refused(cost(3_001n))).toBe('insufficientBalance');
  expect(desk.refused(cost(0n))).toBe('amountInvalid');
  expect(desk.refused({ ...cost(1n), asset: 99 })).toBe('assetUnknown');
  expect([ana, House.fees, House.external].map((account) => desk.coins(account, usdt)[0])).toEqual([995_000n, 3_000n, -998_000n]);
});
