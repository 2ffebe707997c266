import { Refusal } from '@bourse/protocol/errors';
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Queryable } from '../../platform/database.ts';
import type { Now } from '../ports.ts';
import { sealedSecret } from '../secrets.ts';

export const accessTokenSeconds = 15 * 60;

const algorithm = 'EdDSA';
const issuer = 'bourse';
const audience = 'bourse-api';
const type = 'at+jwt';

export interface AccessTokens {
  issue(sessionId: string, customerId: string): Promise<string>;
  /** Every invalid token is refused with unauthorised. The reason is never revealed. */
  verify(token: string): Promise<{ sessionId: string; expiresAt: number }>;
}

/**
 * Signed tokens with one fixed algorithm; the token does not choose it. A token names a session, and the session table decides what that session may
 * do.
 */
export async function createAccessTokens(database: Queryable, clock: Now, key: Uint8Array): Promise<AccessTokens> {
  const jwk = await sealedSecret<JWK>(database, key, 'access-token-key', async () => {
    const { privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
    return exportJWK(privateKey);
  });
  const { d: _private, ...publicJwk } = jwk;
  const privateKey = await importJWK(jwk, algorithm);
  const publicKey = await importJWK(publicJwk, algorithm);

  return {
    issue(sessionId, customerId) {
      const seconds = Math.floor(clock.now() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setSubject(customerId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + accessTokenSeconds)
        .sign(privateKey);
    },

    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, publicKey, {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: type,
          requiredClaims: ['exp', 'sid', 'sub'],
          currentDate: new Date(clock.now()),
        });
        const { sid, exp } = payload;
        if (typeof sid !== 'string' || exp === undefined) throw new Error('a claim is missing');
        return { sessionId: sid, expiresAt: exp * 1000 };
      } catch {
        throw new Refusal('unauthorised');
      }
    },
  };
}
