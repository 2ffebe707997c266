import { type Command, operator } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Venues } from '../sequencer/port.ts';

type HoldAccount = Extract<Command, { kind: 'holdAccount' }>;

export interface Loosening {
  venue: Venue;
  account: number;
  /** Two different operators, who decided it. The venue must know both. */
  decidedBy: readonly [number, number];
  /** Digest of what they decided on. */
  evidence: Buffer;
  reason: string;
  /** The mode becomes normal again. */
  mode: boolean;
  /** Payouts wait until then, ms, and no longer; undefined: as long as before. */
  payoutsUntil?: number;
}

/**
 * Lets an account do more again: one operator proposes it to the venue and another approves. Resolves to the sequence of the last command; to null where the
 * account may already do that much, so doing it twice does no harm. Rejects while the venue does not know both operators.
 */
export async function loosenAccount(venues: Venues, one: Loosening): Promise<string | null> {
  const port = venues[one.venue];
  const { value: now } = await port.read((engine) => engine.standing(one.account));
  const sooner = one.payoutsUntil !== undefined && one.payoutsUntil < now.payoutsUntil;
  const looser = one.mode && now.mode !== 'normal';
  if (!sooner && !looser) return null;
  const body: HoldAccount = {
    kind: 'holdAccount',
    account: one.account,
    mode: looser ? 'normal' : 'keep',
    payouts: sooner ? 'until' : 'keep',
    payoutsUntil: sooner ? (one.payoutsUntil ?? 0) : 0,
    evidence: one.evidence.toString('base64url'),
  };
  const [first, second] = one.decidedBy;
  const send = async (by: number, command: Parameters<typeof port.submit>[0]['command']) => {
    const { seq, outcome } = await port.submit({ account: 0, command, actor: operator(by) });
    if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
    if (outcome.result.kind !== 'proposal') throw new Error('the engine answered a decision with something else');
    return { seq, ...outcome.result };
  };
  let decided = await send(first, { kind: 'propose', body, proof: '', reason: one.reason });
  if (decided.state === 'waits')
    decided = await send(second, { kind: 'approve', proposal: decided.proposal, digest: decided.digest, proof: '' });
  if (decided.state !== 'applied') throw new Refusal('proposalOver');
  return String(decided.seq);
}
