import { customerKeyDigest, destinationDigest } from '@bourse/chains';
import type { PayoutFacts } from '@bourse/engine';
import { uuidBytes } from '../../operators/signed.ts';
import type { Database } from '../../platform/database.ts';
import { type Book, inHex, placeOf } from '../destinations/book.ts';
import type { VaultAssertion } from '../port.ts';
import { spkiOf } from './keys.ts';
import { requestWith } from './store.ts';

interface Asserted {
  response: { authenticatorData: string; clientDataJSON: string; signature: string };
}
const inBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
const forVault = ({ response }: Asserted): VaultAssertion => ({
  authenticatorData: inBase64(response.authenticatorData),
  clientDataJSON: inBase64(response.clientDataJSON),
  signature: inBase64(response.signature),
});

/** Everything from which the signer computes for itself that owner and operators want this payout. Undefined: the tables lack something, so it cannot be shown. */
export async function requestFor(
  database: Database,
  book: Book,
  facts: PayoutFacts,
): Promise<{ request: Record<string, unknown>; digests: string[] } | undefined> {
  const { payout, account, rail, destination, digest, asset, amount, fee, value, priced, flags, factor, factorEvidence, requestedAt } =
    facts;
  const asked = await requestWith(database, factorEvidence);
  const to = (await book.receivers([facts])).get(`${account} ${digest}`);
  if (asked === undefined || to === undefined) return undefined;
  const place = placeOf(to.receiver);
  const salt = to.salt.toString('hex');
  const key = asked.key ?? undefined;
  const decisions = await database.query<{ command_id: string; proposer: number; evidence: string; digest: string }>(
    'SELECT command_id, proposer, evidence, digest FROM payout_decision WHERE number = $1',
    [payout],
  );
  const [decision] = decisions;
  const approvals = decision
    ? await database.query<{ operator_id: number; assertion: Asserted }>(
        'SELECT DISTINCT ON (operator_id) operator_id, assertion FROM operator_assertion WHERE challenge = $1 ORDER BY operator_id, created_at',
        [Buffer.from(decision.digest, 'base64url')],
      )
    : [];
  const owner =
    factor === 'totp' || key === undefined || asked.assertion === null
      ? { kind: 'totp' }
      : {
          ...{ kind: 'passkey', key: key.toString('base64'), assertion: forVault(asked.assertion), id: asked.proof_id },
          ...{ customer: String(asked.customer_id), commandId: asked.command_id, input: asked.input },
          evidenceSalt: asked.evidence_salt.toString('hex'),
        };
  return {
    request: {
      venue: 'real',
      facts: {
        ...{ payout, account, rail, destination, digest, asset, amount, fee, value, priced, flags },
        ...{ factor, factorEvidence, requestedAt },
      },
      address: place.address,
      ...(place.tag === undefined ? {} : { tag: place.tag }),
      destinationSalt: salt,
      owner,
      approvals: approvals.map(({ operator_id, assertion }) => ({ operator: operator_id, assertion: forVault(assertion) })),
      ...(decision
        ? {
            proposal: {
              ...{ commandId: Buffer.from(uuidBytes(decision.command_id)).toString('hex'), proposer: decision.proposer },
              ...{ reason: 'none', evidence: decision.evidence },
            },
          }
        : {}),
    },
    digests: [
      destinationDigest({ account, rail, ...place, salt }),
      ...(owner.kind === 'passkey' && key ? [customerKeyDigest(account, key)] : []),
    ],
  };
}

export interface Untold {
  destinations: string[];
  /** The digest is undefined for a key of a kind that is not signed with here. */
  passkeys: { id: string; digest: string | undefined }[];
}

/** What the vault has not been told of yet: destinations, and passkeys of customers with an account of the real venue. At most 500 of each; more follow once these are told. */
export async function untold(database: Database): Promise<Untold> {
  const destinations = await database.query<{ digest: string }>(
    `SELECT d.digest FROM destination d WHERE NOT EXISTS (SELECT 1 FROM vault_told t WHERE t.digest = ${inHex('d.digest')}) LIMIT 500`,
  );
  const passkeys = await database.query<{ id: string; account: number; public_key: Buffer }>(
    `SELECT p.id, c.account, p.public_key FROM passkey p JOIN customer c ON c.id = p.customer_id
     WHERE NOT p.vault_told AND c.venue = 'real' AND c.account IS NOT NULL ORDER BY p.made_at LIMIT 500`,
  );
  return {
    destinations: destinations.map(({ digest }) => Buffer.from(digest, 'base64url').toString('hex')),
    passkeys: passkeys.map(({ id, account, public_key }) => {
      const spki = spkiOf(public_key);
      return { id, digest: spki && customerKeyDigest(account, spki) };
    }),
  };
}
