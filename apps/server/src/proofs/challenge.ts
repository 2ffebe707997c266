import { createHash } from 'node:crypto';
import type { CallSpec } from '@bourse/protocol';
import { canonicalJson } from '@bourse/protocol/canonical';
import { challengeText } from '@bourse/protocol/proof-challenge';
import type { Act } from './port.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** What a proof covers of an input: all of it but secrets, which a digest of few characters would give away to whoever reads the database. */
export const provenInput = ({ secret }: Pick<CallSpec, 'secret'>, input: unknown): unknown =>
  secret.length === 0 ? input : Object.fromEntries(Object.entries(input as object).filter(([field]) => !secret.includes(field)));

export const inputDigest = ({ input }: Pick<Act, 'input'>): Buffer => sha256(canonicalJson(input));

/** What a factor confirms. */
export const challengeOf = (id: string, { session, call, input, commandId }: Act): Buffer =>
  sha256(
    challengeText({
      ...{ id, venue: session.venue, customer: session.customerId, account: session.account, call },
      ...{ input: inputDigest({ input }).toString('hex'), commandId: commandId ?? null },
    }),
  );
