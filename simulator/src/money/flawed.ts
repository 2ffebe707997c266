import type { Engine, PayoutFacts } from '@bourse/engine';
import { Wallet } from '@bourse/protocol/enums';
import { flawed, tellOverdrawn } from '../flawed.ts';

/** What these plants touch inside the engine. */
interface Inside {
  gate: { may(operator: number, power: unknown): boolean; counts(approved: { operator: number }, power: unknown): boolean };
  payments: {
    payouts: {
      get(payout: number): PayoutFacts | undefined;
      put(payout: PayoutFacts): void;
      lastDay(account: number, now: number): PayoutFacts[];
    };
  };
}
const inside = (engine: Engine) => (engine as unknown as { state: Inside }).state;

const gates = new WeakSet<Inside['gate']>();
/** An approval counts although its operator was defined anew since. */
export const approvalSurvives = flawed({
  bend(engine) {
    const { gate } = inside(engine);
    if (gates.has(gate)) return;
    gates.add(gate);
    gate.counts = ({ operator }, power) => gate.may(operator, power);
  },
});

/** Payouts that wait for people are left out of the day's sum. The sum is the first that a request asks for. */
export const forgetfulLimit = flawed({
  before(engine, { command }) {
    if (command.kind !== 'requestPayout') return undefined;
    const { payouts } = inside(engine).payments;
    const { lastDay } = payouts;
    payouts.lastDay = (account, now) => {
      payouts.lastDay = lastDay;
      return payouts.lastDay(account, now).filter(({ state }) => state !== 'waiting');
    };
    return () => {
      payouts.lastDay = lastDay;
    };
  },
});

/** Its owner may cancel a payout that is being sent. */
export const releaseWhileSending = flawed({
  before(engine, { command }) {
    if (command.kind !== 'cancelPayout') return undefined;
    const { payouts } = inside(engine).payments;
    const payout = payouts.get(command.payout);
    if (payout?.state !== 'sending') return undefined;
    payouts.put({ ...payout, state: 'approved', attempt: 0 });
    return () => {
      if (payouts.get(command.payout)?.state === 'approved') payouts.put(payout);
    };
  },
});

/** A reversal takes the whole amount from the account, whatever is there. */
export const reversalBelowZero = flawed({
  bend(engine, events) {
    for (const event of events) {
      if (event.kind !== 'deposit' || event.state !== 'reversed' || event.lost === 0n) continue;
      const balance = engine.balances(event.account).find(({ wallet, asset }) => wallet === Wallet.coin && asset === event.asset);
      tellOverdrawn(engine, event.account, Wallet.coin, event.asset, event.lost, balance);
    }
  },
});
