import { expect, test } from 'vitest';
import type { Command } from '../commands.ts';
import { ana, Cashier, digest, rails, whole } from '../testing/cashier.ts';
import { checkReceipts } from '../testing/receipts.ts';
import { type PayoutState, payoutStates, reviewFlags } from './states.ts';

/** The table of the design, written down a second time: for each state the commands that go on, and where to. */
const table: Record<PayoutState, Record<string, PayoutState>> = {
  waiting: { cancelPayout: 'cancelled', passPayout: 'approved', refusePayout: 'notPassed' },
  approved: { cancelPayout: 'cancelled', sendPayout: 'sending' },
  sending: { doubtPayout: 'errored', finishPayout: 'completed', failPayout: 'notSent' },
  errored: { finishPayout: 'completed', failPayout: 'notSent', resolvePayoutSent: 'completed', resolvePayout: 'notSent' },
  completed: { returnPayout: 'returned' },
  notPassed: {},
  cancelled: {},
  notSent: {},
  returned: {},
};
/** Who has the amount: frozen, available again (with the flow that says why), or gone. */
const released: Partial<Record<PayoutState, number>> = { cancelled: 2005, notPassed: 2006, notSent: 2008 };

const amount = 10 * whole;

/** A payout in a state. The account had 100 USDT. */
function stage(state: PayoutState): { desk: Cashier; payout: number } {
  const desk = new Cashier();
  desk.pay(ana, rails.usdt, 100n * BigInt(whole));
  const payout = desk.asked(ana, rails.usdt, desk.knows(ana, rails.usdt), amount, reviewFlags.screening);
  desk.bring(payout, state);
  expect(desk.state(payout)).toBe(state);
  return { desk, payout };
}

/** Every command about a payout, with an attempt and evidence that were not seen before. */
function commands(desk: Cashier, payout: number): Record<string, Command> {
  const evidence = digest('new');
  const decided = { payout, digest: desk.digestOf(payout), reason: 'other', evidence } as const;
  const step = { payout, attempt: 1, evidence };
  return {
    cancelPayout: { kind: 'cancelPayout', account: ana, payout },
    passPayout: { kind: 'passPayout', ...decided },
    refusePayout: { kind: 'refusePayout', ...decided },
    resolvePayout: { kind: 'resolvePayout', ...decided, sent: false },
    resolvePayoutSent: { kind: 'resolvePayout', ...decided, sent: true },
    sendPayout: { kind: 'sendPayout', ...step },
    doubtPayout: { kind: 'doubtPayout', ...step },
    finishPayout: { kind: 'finishPayout', ...step },
    failPayout: { kind: 'failPayout', ...step },
    returnPayout: { kind: 'returnPayout', payout, amount, evidence },
  };
}

test.each(payoutStates)(
  'a payout that is %s goes on exactly as the table says, and every other command changes nothing',
  (state) => {
    const { desk: first, payout: number } = stage(state);
    for (const name of Object.keys(commands(first, number))) {
      const { desk, payout } = stage(state);
      const outcome = desk.refused(commands(desk, payout)[name]!);
      const to = table[state][name];
      expect([name, outcome]).toEqual([name, to ? 'accepted' : name === 'cancelPayout' ? 'payoutTooLate' : 'payoutState']);
      expect(desk.state(payout)).toBe(to ?? state);
      const now = to ?? state;
      const open = ['waiting', 'approved', 'sending', 'errored'].includes(now);
      const back = released[now] !== undefined ? amount : now === 'returned' ? (to ? amount : 1) : 0;
      expect(desk.coins(ana, 2)).toEqual([BigInt(90 * whole + back), BigInt(open ? amount : 0)]);
      if (released[now] !== undefined)
        expect(desk.lines(payout, 2000).at(-1)).toEqual([ana, released[now], BigInt(amount), -BigInt(amount)]);
      expect(desk.replayedHash()).toBe(desk.engine.stateHash());
      desk.restart();
      checkReceipts(desk, new Map());
    }
  },
  60_000,
);

test('a step that is told again changes nothing and is not refused; another attempt or other evidence is', () => {
  for (const [state, kind, from] of [
    ['sending', 'sendPayout', 'approved'],
    ['errored', 'doubtPayout', 'sending'],
    ['completed', 'finishPayout', 'errored'],
    ['notSent', 'failPayout', 'errored'],
  ] as const) {
    const { desk, payout } = stage(from);
    expect(desk.step(kind, payout, 1, digest('proof')).ok).toBe(true);
    const events = desk.events.length;
    expect(desk.step(kind, payout, 1, digest('proof')).ok).toBe(true);
    expect([desk.state(payout), desk.events.length]).toEqual([state, events]);
    expect(desk.refused({ kind, payout, attempt: 2, evidence: digest('proof') })).toBe('payoutState');
    expect(desk.refused({ kind, payout, attempt: 1, evidence: digest('other') })).toBe('payoutState');
  }
});

test('nothing leads back to where a payout could be sent again: not a time-out, not a doubt, not a failure', () => {
  for (const state of ['sending', 'errored', 'completed', 'notSent', 'returned'] as const) {
    const { desk, payout } = stage(state);
    for (const attempt of [1, 2, 3])
      expect(desk.refused({ kind: 'sendPayout', payout, attempt, evidence: digest('again') })).toBe('payoutState');
    desk.wait(400 * 86_400_000);
    expect(desk.state(payout)).toBe(state);
  }
});

test('people decide about exactly what they saw', () => {
  const { desk, payout } = stage('waiting');
  const decided = { kind: 'passPayout', payout, reason: 'none', evidence: digest('seen') } as const;
  const other = desk.asked(ana, rails.usdt, 1, amount, reviewFlags.screening);
  expect(desk.refused({ ...decided, digest: desk.digestOf(other) })).toBe('payoutDiffers');
  expect(desk.refused({ ...decided, digest: digest('anything') })).toBe('payoutDiffers');
  expect(desk.refused({ ...decided, digest: desk.digestOf(payout) })).toBe('accepted');
});

test('another customer’s payout is unknown, and so is one that never was', () => {
  const { desk, payout } = stage('waiting');
  expect(desk.refused({ kind: 'cancelPayout', account: ana + 1, payout })).toBe('payoutUnknown');
  for (const wrong of [99, 0, -1, 1.5, 2 ** 60])
    expect(desk.refused({ kind: 'cancelPayout', account: ana, payout: wrong })).toBe('payoutUnknown');
  expect(desk.refused({ kind: 'sendPayout', payout: 99, attempt: 1, evidence: digest('x') })).toBe('payoutUnknown');
});

test('a bank gives back at most what it was paid', () => {
  const { desk, payout } = stage('completed');
  for (const wrong of [0, amount + 1])
    expect(desk.refused({ kind: 'returnPayout', payout, amount: wrong, evidence: digest('bank') })).toBe('amountInvalid');
  desk.must({ kind: 'returnPayout', payout, amount: amount - 1, evidence: digest('bank') });
  expect(desk.coins(ana, 2)).toEqual([BigInt(100 * whole - 1), 0n]);
});

test('ended payouts are forgotten beyond the limit, the first ended first, and none of the last day', () => {
  const desk = new Cashier({ payoutsKept: 2 });
  desk.pay(ana, rails.usdt, 100n * BigInt(whole));
  const destination = desk.knows(ana, rails.usdt);
  const ask = () => desk.asked(ana, rails.usdt, destination, amount);
  const old = [ask(), ask(), ask()];
  for (const payout of old) desk.bring(payout, 'cancelled');
  expect(old.map((payout) => desk.state(payout))).toEqual(['cancelled', 'cancelled', 'cancelled']);
  desk.wait(86_400_000);
  desk.bring(ask(), 'cancelled');
  expect(old.map((payout) => desk.state(payout))).toEqual([undefined, undefined, 'cancelled']);
  desk.restart();
  expect(desk.replayedHash()).toBe(desk.engine.stateHash());
});
