import type { SequencedCommand } from '@bourse/engine';
import { decodeCommands } from '@bourse/engine/journal';
import type { VerifierKey } from '@bourse/transparency';
import type { Head } from './head.ts';
import { checkProof } from './receipt.ts';
import { isFields } from './shape.ts';
import { agrees, differs, type Step, unchecked, type Verdict, verdictOf } from './steps.ts';

export interface CheckedCommand {
  verdict: Verdict;
  steps: readonly Step[];
  head: Head | undefined;
  /** What was asked, with its number and time, and how it was answered. Undefined unless the proof holds. */
  asked: { sequenced: SequencedCommand; commandId: string; outcome: unknown } | undefined;
}

/** `seq` and `commandId`: what the answer told; undefined where nothing was kept. */
export interface GivenCommand {
  venue: string;
  seq?: number | undefined;
  commandId?: string | undefined;
  evidence: unknown;
}

/** Checks that the log holds one command with its outcome, and that it is the one that was told. No input makes it throw. */
export function checkCommand({ venue, seq, commandId, evidence }: GivenCommand, keys: readonly VerifierKey[]): CheckedCommand {
  const { steps, head, proven } = checkProof(evidence, keys, venue);
  const [shown] = proven?.commands ?? [];
  if (shown === undefined)
    return { verdict: verdictOf([...steps]), steps: [...steps, unchecked('command', 'notReached')], head, asked: undefined };
  const asked = shown.command && read(shown.command.bytes, shown.command.outcome);
  const isIt =
    asked !== undefined &&
    asked.sequenced.seq === shown.seq &&
    (seq === undefined || seq === shown.seq) &&
    (commandId === undefined || commandId.toLowerCase() === asked.commandId);
  const all = [...steps, isIt ? agrees('command') : differs('command', asked === undefined ? 'unreadable' : 'otherCommand')];
  return { verdict: verdictOf(all), steps: all, head, asked };
}

function read(bytes: Uint8Array, outcomeText: string): CheckedCommand['asked'] {
  try {
    const [sequenced, ...more] = decodeCommands(bytes);
    const outcome: unknown = JSON.parse(outcomeText);
    if (sequenced === undefined || more.length > 0 || !isFields(outcome)) return undefined;
    return { sequenced, commandId: idText(sequenced.commandId), outcome };
  } catch {
    return undefined;
  }
}

/** A UUID of 16 bytes as clients write it. */
function idText(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
