import { type CallSpec, callTable, type proofCalls } from '@bourse/protocol';
import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { z } from 'zod';
import type { SignedInContext } from '../calls/handlers.ts';
import { readInput } from '../http/validate.ts';
import { provenInput } from './challenge.ts';
import type { Proofs } from './port.ts';

type Begin = (typeof proofCalls)['POST system/proof/begin'];

/** Registers the act that a factor will confirm. The input is parsed as its own call will parse it, so that both give the same digest. */
export const beginProof =
  (proofs: Proofs, table: Readonly<Record<string, CallSpec>> = callTable) =>
  async (begun: z.output<Begin['input']>, { session }: SignedInContext): Promise<z.output<Begin['output']>> => {
    const spec = Object.hasOwn(table, begun.call) ? table[begun.call] : undefined;
    if (!spec || spec.proof === null) throw new Refusal('proofNotNeeded');
    const input = provenInput(spec, readInput(spec.input, begun.input));
    const commandId = spec.idempotency === 'command' ? begun.commandId?.toLowerCase() : undefined;
    if (spec.account === 'real' && session.loginType !== LoginType.real) throw new Refusal('demoNotAllowed');
    const { ways, ...one } = await proofs.begin({ session, call: begun.call, input, commandId }, spec.proof);
    return { ...one, ways: ways.map((way) => [...way]) };
  };
