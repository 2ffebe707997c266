import type { Command } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { Venues } from '../sequencer/port.ts';

type HoldAccount = Extract<Command, { kind: 'holdAccount' }>;

export interface Loosening {
  venue: Venue;
  account: number;
  /** Digest of what was decided on. */
  evidence: Buffer;
  /** The mode becomes normal again. */
  mode: boolean;
  /** Payouts wait until then, ms, and no longer; undefined: as long as before. */
  payoutsUntil?: number;
}

/** The command with which an account may do more again, which takes two people; null where it may already do that much. */
export async function loosening(venues: Venues, one: Loosening): Promise<HoldAccount | null> {
  const { value: now } = await venues[one.venue].read((engine) => engine.standing(one.account));
  const sooner = one.payoutsUntil !== undefined && one.payoutsUntil < now.payoutsUntil;
  const looser = one.mode && now.mode !== 'normal';
  if (!sooner && !looser) return null;
  return {
    kind: 'holdAccount',
    account: one.account,
    mode: looser ? 'normal' : 'keep',
    payouts: sooner ? 'until' : 'keep',
    payoutsUntil: sooner ? (one.payoutsUntil ?? 0) : 0,
    evidence: one.evidence.toString('base64url'),
  };
}
