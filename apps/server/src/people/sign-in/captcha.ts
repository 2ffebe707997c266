import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Refusal } from '@bourse/protocol/errors';
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import sharp from 'sharp';
import svgCaptcha from 'svg-captcha';
import type { Database } from '../../platform/database.ts';
import { createGate } from '../gate.ts';
import type { Now } from '../ports.ts';
import { sharedSecret } from '../secrets.ts';
import type { SecurityLog } from '../security-log.ts';

export const captchaSeconds = 5 * 60;

/**
 * Proof-of-work: the browser finds the counter, up to `most`, that gives the key's prefix. One try is 1,000 rounds of PBKDF2, about a millisecond on
 * a phone; the search takes a third of a second on average and less than one at most. The server creates it with one try and checks it with one HMAC.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 1_000, fewest: 100, most: 500 } as const;

/** A few milliseconds each. */
const gated = createGate({ atOnce: 2, waiting: 64 });

const width = 160;
const height = 56;

interface Keys {
  answers: string;
  challenges: string;
  solutions: string;
}

export interface CaptchaAnswer {
  captchaId: string;
  captchaCode: string;
  proof: string;
}

/** Undefined where a part of it is missing. */
export const captchaOf = ({
  captchaId,
  captchaCode,
  proof,
}: { [Field in keyof CaptchaAnswer]?: string | undefined }): CaptchaAnswer | undefined =>
  captchaId && captchaCode && proof ? { captchaId, captchaCode, proof } : undefined;

/** A picture for people and a little work for machines, answered together, once. */
export async function createCaptchas(database: Database, clock: Now, securityLog: SecurityLog) {
  const secret = () => randomBytes(32).toString('base64');
  const keys = await sharedSecret<Keys>(database, 'captcha-keys', async () => ({
    answers: secret(),
    challenges: secret(),
    solutions: secret(),
  }));
  const answerHash = (id: string, answer: string) =>
    createHmac('sha256', keys.answers).update(`${id}\n${answer.trim().toLowerCase()}`).digest();

  const newChallenge = (expiresAt: Date) =>
    createChallenge({
      algorithm: work.algorithm,
      cost: work.cost,
      counter: randomInt(work.most, work.fewest),
      deriveKey,
      expiresAt,
      hmacSignatureSecret: keys.challenges,
      hmacKeySignatureSecret: keys.solutions,
    });
  const store = async (id: string, answer: Buffer, { signature }: { signature?: string | undefined }, expiresAt: Date): Promise<void> => {
    await database.query('INSERT INTO captcha (id, answer_hash, challenge_signature, expires_at) VALUES ($1, $2, $3, $4)', [
      id,
      answer,
      signature,
      expiresAt,
    ]);
  };
  /** Undefined fields are left out, because the wire has none. */
  const onTheWire = (challenge: object) =>
    JSON.parse(JSON.stringify(challenge)) as Record<string, string | number | Record<string, string | number>>;
  const isSolved = async (proof: string, signature: string): Promise<boolean> => {
    const payload = parsePayload(proof);
    if (payload?.challenge.signature !== signature) return false;
    const { verified } = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: keys.challenges,
      hmacKeySignatureSecret: keys.solutions,
    }).catch(() => ({ verified: false }));
    return verified;
  };

  return {
    /** Work without a picture, for visitors of the chat. No picture has the answer that is stored. */
    async issueWork() {
      const expiresAt = new Date(clock.now() + captchaSeconds * 1000);
      const challenge = await gated(() => newChallenge(expiresAt));
      const workId = randomUUID();
      await store(workId, randomBytes(32), challenge, expiresAt);
      return { workId, challenge: onTheWire(challenge), expiresInS: captchaSeconds };
    },
    /** Uses the work up, whatever the proof is. */
    async requireWork({ workId, proof }: { workId?: string | undefined; proof?: string | undefined }, ip: string): Promise<void> {
      const [row] =
        workId === undefined || proof === undefined
          ? []
          : await database.query<{ challenge_signature: string }>(
              'UPDATE captcha SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2 RETURNING challenge_signature',
              [workId, new Date(clock.now())],
            );
      if (row && (await isSolved(proof!, row.challenge_signature))) return;
      securityLog('captchaFailed', { refusal: 'proofOfWorkWrong', ip });
      throw new Refusal('proofOfWorkWrong');
    },

    async issue(theme: 'light' | 'dark' = 'light') {
      const picture = svgCaptcha.create({
        size: 5,
        noise: 3,
        color: true,
        width,
        height,
        fontSize: 52,
        // Characters that look alike are left out. Case does not matter.
        ignoreChars: '0oO1iIlL5sS8B2zZ',
        background: theme === 'dark' ? '#e3e0d9' : '#f4f5f7',
      });
      // SVG would contain the characters as readable paths. Twice the density is sharp on a phone's screen.
      const png = await gated(() =>
        sharp(Buffer.from(picture.data), { density: 144 })
          // The dark picture inverts the light one, so its contrast is the same.
          .negate(theme === 'dark' ? { alpha: false } : false)
          .png({ compressionLevel: 6 })
          .toBuffer(),
      );
      const expiresAt = new Date(clock.now() + captchaSeconds * 1000);
      const challenge = await newChallenge(expiresAt);
      const captchaId = randomUUID();
      await store(captchaId, answerHash(captchaId, picture.text), challenge, expiresAt);
      return {
        captchaId,
        image: `data:image/png;base64,${png.toString('base64')}`,
        challenge: onTheWire(challenge),
        expiresInS: captchaSeconds,
      };
    },

    /** Uses up the captcha, whatever the answer was, and then judges it: one picture, one try, one proof. */
    async require({ captchaId, captchaCode, proof }: CaptchaAnswer, ip: string): Promise<void> {
      const failed = (refusal: 'captchaWrong' | 'proofOfWorkWrong') => {
        securityLog('captchaFailed', { refusal, ip });
        return new Refusal(refusal);
      };
      const [row] = await database.query<{ answer_hash: Buffer; challenge_signature: string; expires_at: Date }>(
        'UPDATE captcha SET used_at = $2 WHERE id = $1 AND used_at IS NULL RETURNING answer_hash, challenge_signature, expires_at',
        [captchaId, new Date(clock.now())],
      );
      if (!row || row.expires_at.getTime() <= clock.now()) throw new Refusal('captchaExpired');
      if (!timingSafeEqual(row.answer_hash, answerHash(captchaId, captchaCode))) throw failed('captchaWrong');
      if (!(await isSolved(proof, row.challenge_signature))) throw failed('proofOfWorkWrong');
    },
  };
}
export type Captchas = Awaited<ReturnType<typeof createCaptchas>>;

/** Base64 of `{challenge, solution}`, as the browser's library produces it. Only its shape is checked here; the rest is signed. */
function parsePayload(proof: string): Payload | undefined {
  try {
    const value = JSON.parse(Buffer.from(proof, 'base64').toString('utf8')) as Partial<Payload> | null;
    const { challenge, solution } = value ?? {};
    if (typeof challenge?.parameters !== 'object' || typeof challenge.signature !== 'string' || typeof solution !== 'object')
      return undefined;
    return value as Payload;
  } catch {
    return undefined;
  }
}
