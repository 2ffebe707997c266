import type { ChainTransaction } from '../chain.ts';

/** Where the engine has a payout. Its own list, so that a state with another name there does not compile where both meet. */
export type PayoutStateName =
  | 'waiting'
  | 'approved'
  | 'sending'
  | 'errored'
  | 'completed'
  | 'notPassed'
  | 'cancelled'
  | 'notSent'
  | 'returned';

/** What the signer answered for a payout. It answers the same again, whenever it is asked. */
export interface SignedPayout {
  /** The transaction, in its form with the highest fee. */
  raw: string;
  /** The highest block that may hold it, on a network whose transactions end by height. */
  lastHeight?: number;
  /** Milliseconds since 1970: a block holds it only while the block before is younger, on a network whose transactions end by time. */
  lastTime?: number;
}

/** What the chain says at one moment about a payout that was signed. */
export interface PayoutOnChain {
  /** Of the head. Read before the rest, from the same node: an older look at the transaction beside a newer head proves that it expired when it did not. */
  height: number;
  /** Of the same block, milliseconds since 1970. */
  time: number;
  /** Of the newest block that stays for ever, on a network that says which one that is. Read before the rest, too. */
  finalTime?: number;
  /** Those of this payout that the chain knows: one, unless its fee was raised. */
  transactions: readonly ChainTransaction[];
  /** Confirmations of a transaction of somebody else that consumed the same nonce, sequence or input. 0: there is none. */
  rivalConfirmations: number;
}

export interface PayoutSituation {
  state: PayoutStateName;
  /** When `sendPayout` was accepted; undefined before. */
  sentAt: number | undefined;
  signed: SignedPayout | undefined;
  /**
   * The signer refused, and was not asked again since: whoever asks notes before that this is no longer so. Otherwise a signature whose answer was lost would
   * look like a refusal.
   */
  signerRefuses: boolean;
  /** Undefined while no node answers, and before anything is signed. */
  chain: PayoutOnChain | undefined;
  now: number;
}

export interface PayoutPace {
  /** Confirmations from which a transaction of this rail is final. */
  needed: number;
  /** In no block for so long after it was sent: a doubt. */
  doubtAfterMs: number;
}

/** Why a payout can never arrive. */
export type NeverSent =
  /** Another final transaction consumed the same nonce, sequence or input. */
  | 'consumed'
  /** The last block that might have held it is final, or a final block is as late as it ends. */
  | 'expired'
  /** A final block holds it, but the chain took the fee and did nothing else. */
  | 'reverted';

/** The one thing to do now. The names of the engine's commands are theirs. */
export type PayoutAct =
  | { act: 'none' }
  | { act: 'sendPayout' }
  /** Ask the signer, or ask it again. */
  | { act: 'sign' }
  | { act: 'broadcast'; raw: string }
  | { act: 'doubtPayout' }
  | { act: 'finishPayout'; transaction: ChainTransaction }
  | { act: 'failPayout'; because: NeverSent };

const none: PayoutAct = { act: 'none' };

/**
 * What the driver of payouts does next. Pure, so a driver that ended at any moment begins again by asking. Every act may be repeated: the engine takes each step
 * once, the signer answers the same transaction, and a chain takes that once. A payout fails only by proof, never by time: time makes a doubt, and a doubt is
 * resolved by the chain or by people. Nothing is signed for a doubt, because people may be deciding that it was not sent.
 */
export function nextPayoutStep(situation: PayoutSituation, pace: PayoutPace): PayoutAct {
  const { state, signed, chain } = situation;
  if (state === 'approved') return { act: 'sendPayout' };
  if (state !== 'sending' && state !== 'errored') return none;
  const late = situation.sentAt !== undefined && situation.now - situation.sentAt >= pace.doubtAfterMs;
  const doubt: PayoutAct = state === 'sending' && late ? { act: 'doubtPayout' } : none;
  if (signed === undefined) {
    if (state === 'errored') return none;
    return situation.signerRefuses && late ? doubt : { act: 'sign' };
  }
  if (chain === undefined) return doubt;
  const { transactions, height, time, finalTime, rivalConfirmations } = chain;
  const final = transactions.find(({ confirmations }) => confirmations >= pace.needed);
  if (final !== undefined)
    return final.succeeded === false ? { act: 'failPayout', because: 'reverted' } : { act: 'finishPayout', transaction: final };
  if (transactions.some(({ block }) => block !== undefined)) return none;
  if (rivalConfirmations >= pace.needed) return { act: 'failPayout', because: 'consumed' };
  const over = signed.lastHeight === undefined ? 0 : height - signed.lastHeight;
  const ends = signed.lastTime ?? Number.POSITIVE_INFINITY;
  if (over >= pace.needed || (finalTime !== undefined && finalTime >= ends)) return { act: 'failPayout', because: 'expired' };
  if (doubt !== none) return doubt;
  const isOver = over > 0 || time >= ends;
  return transactions.length > 0 || rivalConfirmations > 0 || isOver ? none : { act: 'broadcast', raw: signed.raw };
}
