import { randomUUID } from 'node:crypto';
import { system } from '@bourse/engine';
import { resultOf } from '../calls/answers.ts';
import type { TradingAccounts } from '../people/ports.ts';
import { untilUnlocked } from '../security/hold-payouts.ts';
import type { EnginePort } from '../sequencer/port.ts';

const modes = ['normal', 'closeOnly', 'locked'] as const;

/** Tightens what an account may do in its venue. A mode that is looser than the account's own changes nothing. */
export async function restrictAccount(
  venue: EnginePort,
  account: number,
  { mode, payouts }: Parameters<TradingAccounts['restrict']>[2],
): Promise<void> {
  const { value: now } = await venue.read((engine) => engine.standing(account));
  const stricter = modes.indexOf(mode) > modes.indexOf(now.mode);
  if (!stricter && payouts === 'keep') return;
  const told = await venue.submit({
    account,
    commandId: randomUUID(),
    actor: system,
    command: {
      kind: 'holdAccount',
      account,
      mode: stricter ? mode : 'keep',
      payouts: payouts === 'untilUnlocked' ? 'until' : payouts,
      payoutsUntil: payouts === 'untilUnlocked' ? untilUnlocked : 0,
      evidence: noEvidence,
    },
  });
  resultOf(told);
}

/** A restriction by the server stands for itself: 32 bytes of nothing. */
const noEvidence = Buffer.alloc(32).toString('base64url');
