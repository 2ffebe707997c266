import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PasskeyAssertion, PasskeyCreated } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { SecurityLog } from '../people/security-log.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { FactorKeys } from './keys.ts';
import type { RelyingParty } from './relying-party.ts';

export const passkeysAtMost = 10;
/** ES256, EdDSA, RS256, as COSE numbers. */
export const passkeyAlgorithms = [-7, -8, -257];
/** How long a challenge of sign-in may be answered. */
export const signInChallengeMs = 5 * 60_000;

export interface PasskeyRow {
  id: string;
  customer_id: bigint;
  public_key: Buffer;
  counter: bigint;
  transports: string[];
  synced: boolean;
  label: string;
  made_at: Date;
  used_at: Date | null;
}

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

const columns = 'id, customer_id, public_key, counter, transports, synced, label, made_at, used_at';
const counterAt = 33;
/** What a passkey remembers of its owner. It tells nobody else anything. */
export const userHandleOf = (customerId: string) => Buffer.from(`bourse ${customerId}`).toString('base64url');

/** The library takes a copy of the browser's types, in which optional fields are absent, never undefined. */
const asSent = <Of>(value: unknown): Of => JSON.parse(JSON.stringify(value)) as Of;

export function createPasskeys({
  database,
  clock,
  keys,
  party,
  securityLog,
}: {
  database: Database;
  clock: Pick<Clock, 'now'>;
  keys: Pick<FactorKeys, 'sign'>;
  party: RelyingParty | null;
  securityLog: SecurityLog;
}) {
  const site = (): RelyingParty => {
    if (!party) throw new Refusal('passkeysNotHere');
    return party;
  };

  /** Whether a passkey signed this challenge here, with its owner present. Counts its signature, so that an older copy is noticed. */
  const signed = async (row: PasskeyRow, challenge: string, assertion: PasskeyAssertion): Promise<boolean> => {
    const { id, origin } = site();
    const verified = await verifyAuthenticationResponse({
      response: asSent<Authentication>(assertion),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: row.id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) },
    }).catch(() => undefined);
    if (!verified?.verified) {
      noticeCopy(row, assertion);
      return false;
    }
    const counted = await database.query('UPDATE passkey SET counter = $3, used_at = $4 WHERE id = $1 AND counter = $2 RETURNING id', [
      row.id,
      row.counter,
      verified.authenticationInfo.newCounter,
      new Date(clock.now()),
    ]);
    return counted.length === 1;
  };

  const noticeCopy = (row: PasskeyRow, { response }: PasskeyAssertion) => {
    const data = Buffer.from(response.authenticatorData, 'base64url');
    if (data.length < counterAt + 4 || row.counter === 0n || data.readUInt32BE(counterAt) > row.counter) return;
    securityLog('passkeyCounter', { customerId: row.customer_id, stored: row.counter, claimed: data.readUInt32BE(counterAt) });
  };

  const challengeText = (body: Buffer) => Buffer.concat([body, keys.sign(body, 'passkey sign-in')]).toString('base64url');

  return {
    party,
    site,

    /** Checks that one of the customer's passkeys signed the challenge of a proof. */
    async check(customerId: string, challenge: Buffer, assertion: PasskeyAssertion): Promise<void> {
      const [row] = await database.query<PasskeyRow>(`SELECT ${columns} FROM passkey WHERE id = $1 AND customer_id = $2`, [
        assertion.id,
        customerId,
      ]);
      if (!row || !(await signed(row, challenge.toString('base64url'), assertion))) throw new Refusal('passkeyRefused');
    },

    /** Checks what the browser made. Throws `passkeyRefused`. */
    async verifyCreated(challenge: string, credential: PasskeyCreated) {
      const { id, origin } = site();
      const made = await verifyRegistrationResponse({
        response: asSent<Registration>(credential),
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        supportedAlgorithmIDs: passkeyAlgorithms,
      }).catch(() => undefined);
      if (!made?.verified) throw new Refusal('passkeyRefused');
      const { credential: kept, credentialBackedUp } = made.registrationInfo;
      return {
        id: kept.id,
        publicKey: Buffer.from(kept.publicKey),
        counter: kept.counter,
        transports: credential.response.transports ?? [],
        synced: credentialBackedUp,
      };
    },

    async keep(
      tx: Queryable,
      customerId: string,
      label: string,
      made: { id: string; publicKey: Buffer; counter: number; transports: string[]; synced: boolean },
    ): Promise<PasskeyRow> {
      const [row] = await tx.query<PasskeyRow>(
        `INSERT INTO passkey (id, customer_id, public_key, counter, transports, synced, label, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO NOTHING RETURNING ${columns}`,
        [made.id, customerId, made.publicKey, made.counter, made.transports, made.synced, label, new Date(clock.now())],
      );
      // The id belongs to another account, or to this one already.
      if (!row) throw new Refusal('passkeyRefused');
      return row;
    },

    remove: async (tx: Queryable, customerId: string, id: string): Promise<boolean> =>
      (await tx.query('DELETE FROM passkey WHERE customer_id = $1 AND id = $2 RETURNING id', [customerId, id])).length > 0,

    list: (db: Queryable, customerId: string): Promise<PasskeyRow[]> =>
      db.query<PasskeyRow>(`SELECT ${columns} FROM passkey WHERE customer_id = $1 ORDER BY made_at, id`, [customerId]),

    /** A challenge for signing in. It carries its end and the server's mark, so that strangers' visits store nothing. */
    signInChallenge(): { challenge: string; rpId: string; expiresAt: number } {
      const { id: rpId } = site();
      const expiresAt = clock.now() + signInChallengeMs;
      const body = Buffer.concat([randomBytes(16), Buffer.from(String(expiresAt).padStart(16, '0'))]);
      return { challenge: challengeText(body), rpId, expiresAt };
    },

    /** The customer whose passkey signed a challenge of sign-in. An unknown passkey and a wrong signature get the same answer. */
    async signIn(challenge: string, assertion: PasskeyAssertion): Promise<bigint> {
      const refused = new Refusal('passkeyRefused');
      site();
      const sent = Buffer.from(challenge, 'base64url');
      const body = sent.subarray(0, 32);
      const right = Buffer.from(challengeText(body), 'base64url');
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw refused;
      const expiresAt = Number(body.subarray(16).toString('latin1'));
      if (!(expiresAt > clock.now())) throw refused;
      const [row] = await database.query<PasskeyRow>(`SELECT ${columns} FROM passkey WHERE id = $1`, [assertion.id]);
      const handle = assertion.response.userHandle;
      if (!row || (handle !== undefined && handle !== userHandleOf(String(row.customer_id)))) throw refused;
      if (!(await signed(row, challenge, assertion))) throw refused;
      const first = await database.query(
        'INSERT INTO passkey_challenge_used (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING hash',
        [createHash('sha256').update(sent).digest(), new Date(expiresAt)],
      );
      if (first.length === 0) throw refused;
      return row.customer_id;
    },
  };
}
export type Passkeys = ReturnType<typeof createPasskeys>;
