import type { AnchorSubject } from '@bourse/engine';
import { derivedCommandId } from './command-ids.ts';
import type { EnginePort } from './port.ts';

/** The same digest has the same command id, so it is anchored once, whoever sends it and however often. */
export const anchorIdOf = (subject: AnchorSubject, digest: Buffer): string =>
  derivedCommandId(`anchor:${subject}:${digest.toString('hex')}`);

/** Writes a digest over `count` things into a venue's journal, where nobody can change it later. Resolves with the sequence of its command. */
export async function anchor(engine: Pick<EnginePort, 'submit'>, subject: AnchorSubject, digest: Buffer, count: number): Promise<number> {
  const command = { kind: 'anchor', subject, digest: digest.toString('base64url'), count } as const;
  const { seq, outcome } = await engine.submit({ account: 0, commandId: anchorIdOf(subject, digest), command });
  if (!outcome.ok) throw new Error(`the venue refused to anchor ${subject}: ${outcome.error}`);
  return seq;
}
