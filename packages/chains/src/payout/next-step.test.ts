import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainTransaction } from '../chain.ts';
import { nextPayoutStep, type PayoutOnChain, type PayoutSituation, type PayoutStateName } from './next-step.ts';

const pace = { needed: 3, doubtAfterMs: 1000 };
const signed = { raw: '0xraw' };
const consumes = { kind: 'nonce', from: 'hot', nonce: 7 } as const;
const waitingIn: ChainTransaction = { hash: '0xhash', confirmations: 0, consumes };
const inBlock = (confirmations: number, succeeded = true): ChainTransaction => ({
  ...waitingIn,
  block: { height: 50, hash: 'block' },
  confirmations,
  succeeded,
});
const seen = (...transactions: ChainTransaction[]): PayoutOnChain => ({ height: 52, time: 52_000, transactions, rivalConfirmations: 0 });
const next = (situation: Partial<PayoutSituation>) =>
  nextPayoutStep({ state: 'sending', sentAt: 0, signed, signerRefuses: false, chain: seen(), now: 10, ...situation }, pace);

describe('the next step of a payout', () => {
  it('goes from approval to its end, one act at a time', () => {
    expect(next({ state: 'approved', sentAt: undefined, signed: undefined, chain: undefined })).toEqual({ act: 'sendPayout' });
    expect(next({ signed: undefined, chain: undefined })).toEqual({ act: 'sign' });
    expect(next({})).toEqual({ act: 'broadcast', raw: '0xraw' });
    expect(next({ chain: seen(waitingIn) })).toEqual({ act: 'none' });
    expect(next({ chain: seen(inBlock(2)) })).toEqual({ act: 'none' });
    expect(next({ chain: seen(inBlock(3)) })).toEqual({ act: 'finishPayout', transaction: inBlock(3) });
  });

  it('doubts what is in no block for too long, and goes on with what was signed', () => {
    for (const chain of [undefined, seen(), seen(waitingIn)]) expect(next({ chain, now: 1000 })).toEqual({ act: 'doubtPayout' });
    expect(next({ chain: seen(inBlock(1)), now: 1000 })).toEqual({ act: 'none' });
    expect(next({ state: 'errored', now: 1000 })).toEqual({ act: 'broadcast', raw: '0xraw' });
    expect(next({ state: 'errored', chain: seen(inBlock(3)), now: 1000 })).toMatchObject({ act: 'finishPayout' });
  });

  it('waits for a signer that refuses, then leaves it to people', () => {
    const refused = { signed: undefined, chain: undefined, signerRefuses: true };
    expect(next(refused)).toEqual({ act: 'sign' });
    expect(next({ ...refused, now: 1000 })).toEqual({ act: 'doubtPayout' });
    expect(next({ ...refused, now: 1000, signerRefuses: false })).toEqual({ act: 'sign' });
    expect(next({ ...refused, now: 1000, state: 'errored' })).toEqual({ act: 'none' });
  });

  it('fails by each proof, and one confirmation or block earlier it does not', () => {
    const rival = (rivalConfirmations: number) => ({ chain: { ...seen(), rivalConfirmations } });
    expect(next(rival(3))).toEqual({ act: 'failPayout', because: 'consumed' });
    expect(next(rival(2))).toEqual({ act: 'none' });
    const expiring = { raw: '0xraw', lastHeight: 49 };
    expect(next({ signed: expiring })).toEqual({ act: 'failPayout', because: 'expired' });
    expect(next({ signed: { ...expiring, lastHeight: 50 } })).toEqual({ act: 'none' });
    expect(next({ signed: { ...expiring, lastHeight: 52 } })).toEqual({ act: 'broadcast', raw: '0xraw' });
    // By time only a block that stays proves it; the head alone stops the sending.
    const until = (lastTime: number, finalTime?: number) =>
      next({ signed: { raw: '0xraw', lastTime }, chain: { ...seen(), ...(finalTime === undefined ? {} : { finalTime }) } });
    expect(until(50_000, 50_000)).toEqual({ act: 'failPayout', because: 'expired' });
    expect(until(50_000, 49_999)).toEqual({ act: 'none' });
    expect(until(50_000)).toEqual({ act: 'none' });
    expect(until(52_001, 49_999)).toEqual({ act: 'broadcast', raw: '0xraw' });
    const held = { signed: { raw: '0xraw', lastTime: 1 }, chain: { ...seen(inBlock(1)), finalTime: 60_000 } };
    expect(next(held)).toEqual({ act: 'none' });
    expect(next({ chain: seen(inBlock(3, false)) })).toEqual({ act: 'failPayout', because: 'reverted' });
    expect(next({ chain: seen(inBlock(2, false)) })).toEqual({ act: 'none' });
  });

  it('finishes by whichever of its transactions is final, when its fee was raised', () => {
    const raised = { ...inBlock(3), hash: '0xraised' };
    expect(next({ chain: seen(waitingIn, raised) })).toEqual({ act: 'finishPayout', transaction: raised });
  });

  it('never fails or resends what may still arrive, and does nothing before approval or after the end', () => {
    const states: PayoutStateName[] = [
      'waiting',
      'approved',
      'sending',
      'errored',
      'completed',
      'notPassed',
      'cancelled',
      'notSent',
      'returned',
    ];
    const transaction = fc
      .tuple(fc.integer({ min: 0, max: 5 }), fc.boolean())
      .map(([confirmations, succeeded]) => (confirmations === 0 ? waitingIn : inBlock(confirmations, succeeded)));
    const situation = fc.record({
      state: fc.constantFrom(...states),
      sentAt: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
      signed: fc.option(
        fc.oneof(
          fc.record({ raw: fc.constant('0xraw'), lastHeight: fc.integer({ min: 40, max: 60 }) }),
          fc.record({ raw: fc.constant('0xraw'), lastTime: fc.integer({ min: 40_000, max: 60_000 }) }),
        ),
        { nil: undefined },
      ),
      signerRefuses: fc.boolean(),
      chain: fc.option(
        fc.record({
          height: fc.integer({ min: 40, max: 60 }),
          time: fc.integer({ min: 40_000, max: 60_000 }),
          finalTime: fc.integer({ min: 30_000, max: 60_000 }),
          transactions: fc.array(transaction, { maxLength: 2 }),
          rivalConfirmations: fc.integer({ min: 0, max: 5 }),
        }),
        { nil: undefined },
      ),
      now: fc.integer({ min: 0, max: 4000 }),
    });
    fc.assert(
      fc.property(situation, (given) => {
        const { act } = nextPayoutStep(given, pace);
        const { state, chain } = given;
        const held = given.signed !== undefined && chain?.transactions.some(({ block }) => block !== undefined) === true;
        const final = chain?.transactions.find(({ confirmations }) => confirmations >= pace.needed);
        if (!['approved', 'sending', 'errored'].includes(state)) expect(act).toBe('none');
        if (act === 'sign') expect([state, given.signed]).toEqual(['sending', undefined]);
        if (act === 'doubtPayout') expect([state, held]).toEqual(['sending', false]);
        if (act === 'broadcast') expect(held || chain!.transactions.length > 0).toBe(false);
        if (act === 'finishPayout') expect(final?.succeeded).toBe(true);
        if (act === 'failPayout') expect(held && final?.succeeded !== false).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
