import type { ApprovedCommand, Command, EngineReader } from '@bourse/engine';
import type { Applied, EnginePort } from './port.ts';

const textOf = (value: unknown) => JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one));

/** Whether two commands say the same, whatever the order of their fields. */
export function sameCommand(one: object | undefined, other: object): boolean {
  if (one === undefined) return false;
  const sorted = (command: object) => textOf(Object.entries(command).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

/** How a command of the server travels now: bare, or as the system's proposal, which waits for people. Undefined: such a proposal waits already. */
export function decidedForm(engine: EngineReader, command: Command, reason: string): Command | undefined {
  if (!engine.sealed || engine.approvalOf(command as ApprovedCommand).persons === 0) return command;
  const waits = engine.proposals().some(({ body, proposer }) => proposer === 0 && sameCommand(body, command));
  return waits ? undefined : { kind: 'propose', body: command as ApprovedCommand, proof: '', reason: reason || 'server' };
}

/**
 * Sends a command of the server. On a sealed venue, one that people decide becomes the system's proposal, once. Undefined: it waits for them, and nothing is in
 * force yet.
 */
export async function sendDecided(port: EnginePort, command: Command, reason: string): Promise<Applied | undefined> {
  const { value: form } = await port.read((engine) => decidedForm(engine, command, reason));
  if (form === undefined) return undefined;
  const applied = await port.submit({ account: 0, command: form });
  return form !== command && applied.outcome.ok ? undefined : applied;
}
