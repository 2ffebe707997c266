import { permissionsOf, type Role } from '@bourse/protocol';
import type { Me } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import type { Now } from '../../people/ports.ts';
import { createSecurityLog } from '../../people/security-log.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { writeAudit } from '../audit/chain.ts';
import type { AdminHandlers } from '../handlers.ts';
import { challengeIn, checkAssertion, checkRegistration, keyOf, knownRoles, type Place, passkeyDigest } from './keys.ts';
import { invitedBy, useLink } from './links.ts';
import { hashOf, newSecret, startSession } from './sessions.ts';

const challengeMs = 300_000;
/** Challenges that may be open at once. Beyond it the oldest go, so that a stranger cannot fill the table. */
const mostChallenges = 10_000;

export interface SignInParts {
  database: Database;
  clock: Now;
  place: Place;
  environment: 'development' | 'production';
  log: Log;
}

type Names =
  | 'POST auth/begin'
  | 'POST auth/finish'
  | 'POST auth/enrol-begin'
  | 'POST auth/enrol-finish'
  | 'POST auth/logout'
  | 'GET auth/me';

/** Signing in by passkey, and making a passkey with a link. */
export function signInHandlers({ database, clock, place, environment, log }: SignInParts): AdminHandlers<Names> {
  const securityLog = createSecurityLog(log);
  const issue = async (link: Buffer | null): Promise<string> => {
    const challenge = newSecret();
    const now = clock.now();
    await database.query('DELETE FROM operator_challenge WHERE expires_at <= $1', [new Date(now)]);
    await database.query(
      `DELETE FROM operator_challenge WHERE challenge IN (SELECT challenge FROM operator_challenge ORDER BY expires_at DESC OFFSET ${mostChallenges - 1})`,
    );
    await database.query('INSERT INTO operator_challenge (challenge, link, expires_at) VALUES ($1, $2, $3)', [
      challenge,
      link,
      new Date(now + challengeMs),
    ]);
    return challenge;
  };
  /** Each challenge is signed once: of two at once, one gets it. */
  const take = async (tx: Queryable, challenge: string, link: Buffer | null): Promise<void> => {
    const [taken] = await tx.query<{ expires_at: Date; link: Buffer | null }>(
      'DELETE FROM operator_challenge WHERE challenge = $1 RETURNING expires_at, link',
      [challenge],
    );
    const same = taken !== undefined && (link === null ? taken.link === null : taken.link?.equals(link) === true);
    if (!same || taken.expires_at.getTime() <= clock.now()) throw new Refusal('challengeOver');
  };
  /** Writes down who signed in, or that somebody failed to. */
  const told = async <T extends { me: Me }>(by: 'passkey' | 'link', ip: string, signIn: Promise<T>): Promise<T> => {
    try {
      const answer = await signIn;
      securityLog('operatorSignedIn', { operatorId: answer.me.operator, by, ip });
      return answer;
    } catch (error) {
      if (error instanceof Refusal) securityLog('operatorSignInFailed', { by, refusal: error.refusal, ip });
      throw error;
    }
  };
  const meOf = (operator: number, name: string, roles: readonly Role[], expiresAt: number): Me => ({
    operator: String(operator),
    name,
    roles: [...roles],
    permissions: [...permissionsOf(roles)],
    expiresAt,
    environment,
    softwareKeys: place.softwareKeys,
  });
  const common = { rpId: place.rpId, timeoutMs: challengeMs, softwareKeys: place.softwareKeys };

  return {
    'POST auth/begin': async () => ({ challenge: await issue(null), ...common }),
    'POST auth/finish': ({ assertion }, { ip }) => {
      const signIn = database.transaction(async (tx) => {
        const challenge = challengeIn(assertion.response.clientDataJSON);
        await take(tx, challenge, null);
        const key = await keyOf(tx, assertion.id, place.marks);
        if (!key) throw new Refusal('operatorKeyUnknown');
        const counter = await checkAssertion(place, key, assertion, challenge);
        if (key.ended_at) throw new Refusal('operatorEnded');
        const now = clock.now();
        await tx.query('UPDATE operator_key SET counter = $2, last_used_at = $3 WHERE id = $1', [key.id, counter, new Date(now)]);
        const { token, expiresAt } = await startSession(tx, key.operator_id, now, place.marks);
        const subject = `operator ${key.operator_id}`;
        await writeAudit(tx, { at: now, operator: key.operator_id, call: 'POST auth/finish', subject, reason: '', changes: [] });
        return { token, me: meOf(key.operator_id, key.name, knownRoles(key.roles), expiresAt) };
      });
      return told('passkey', ip, signIn);
    },
    'POST auth/enrol-begin': async ({ link }) => {
      const invited = await invitedBy(database, link, clock.now(), place.marks);
      const user = { id: Buffer.from(`operator ${invited.operator_id}`).toString('base64url'), name: invited.name };
      return { challenge: await issue(hashOf(link)), ...common, user, roles: invited.roles };
    },
    'POST auth/enrol-finish': ({ link, label, registration }, { ip }) => {
      const signIn = database.transaction(async (tx) => {
        const challenge = challengeIn(registration.response.clientDataJSON);
        const now = clock.now();
        const invited = await useLink(tx, link, now, place.marks);
        await take(tx, challenge, hashOf(link));
        const key = await checkRegistration(place, registration as Parameters<typeof checkRegistration>[1], challenge);
        const operator = invited.operator_id;
        const kept = await tx.query(
          `INSERT INTO operator_key (id, operator_id, public_key, counter, label, software, created_at, mark) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
           ON CONFLICT DO NOTHING RETURNING id`,
          [
            ...[key.id, operator, key.publicKey, key.counter, label, key.software, new Date(now)],
            place.marks.ofKey({ id: key.id, operator_id: operator, public_key: key.publicKey }),
          ],
        );
        if (kept.length === 0) throw new Refusal('operatorKeyWrong');
        const { token, expiresAt } = await startSession(tx, operator, now, place.marks);
        const changes = [
          { field: 'passkey', before: null, after: label },
          { field: 'key', before: null, after: passkeyDigest(key.id, key.publicKey) },
        ];
        await writeAudit(tx, { at: now, operator, call: 'POST auth/enrol-finish', subject: `operator ${operator}`, reason: '', changes });
        return { token, me: meOf(operator, invited.name, invited.roles, expiresAt) };
      });
      return told('link', ip, signIn);
    },
    'POST auth/logout': async (_input, { operator }) => {
      await database.query('UPDATE operator_session SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL', [
        operator.sessionId,
        new Date(clock.now()),
      ]);
      return null;
    },
    'GET auth/me': async (_input, { operator }) => {
      const [row] = await database.query<{ id: number; name: string; roles: string[]; expires_at: Date }>(
        'SELECT o.id, o.name, o.roles, s.expires_at FROM operator o JOIN operator_session s ON s.operator_id = o.id WHERE s.id = $1',
        [operator.sessionId],
      );
      if (!row) throw new Refusal('unauthorised');
      return meOf(row.id, row.name, knownRoles(row.roles), row.expires_at.getTime());
    },
  };
}
