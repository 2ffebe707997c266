import { createDecipheriv, createECDH, createPublicKey, type ECDH, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushPayload } from '../notices/push/deliver.ts';
import { contentKeys } from '../notices/push/encrypt.ts';
import type { SendPush } from '../notices/push/send.ts';

/** A browser with a subscription: its keys, and what it decrypted. */
export interface Browser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  received: (PushPayload & { topic: string; ttl: number; urgency: string })[];
}

/** Decrypts one message with the private key of the browser (RFC 8291, the receiver's side). Throws for what was not encrypted for it. */
export function decryptPush(message: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): Buffer {
  const salt = message.subarray(0, 16);
  const idLength = message.readUInt8(20);
  const theirs = message.subarray(21, 21 + idLength);
  const sealed = message.subarray(21 + idLength);
  const { key, nonce } = contentKeys(ecdh.computeSecret(theirs), { p256dh: ecdh.getPublicKey(), auth }, theirs, salt);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const record = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  const end = record.lastIndexOf(2);
  if (end < 0 || record.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the record does not end as the last one');
  return record.subarray(0, end);
}

/** The claims of a `vapid` authorization, checked as RFC 8292 wants. Throws for a forged one. */
export function checkVapid(authorization: string, audience: string, now: number): { sub: string } {
  const [, token = '', k = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(k, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  });
  const good = verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  if (!good) throw new Error('the signature is wrong');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string };
  if (aud !== audience) throw new Error(`it is for ${aud}`);
  if (exp * 1000 <= now || exp * 1000 > now + 86_400_000) throw new Error('it is over, or too long');
  return { sub };
}

/**
 * A push service that stands in for those of browsers: it checks who pushes, and decrypts as the browser would. Customers subscribe at names of the real
 * services; `send` brings their requests here over HTTP.
 */
export async function pushService(now: () => number) {
  const browsers = new Map<string, { browser: Browser; ecdh: ECDH; auth: Buffer }>();
  /** What it answers instead of taking the push. */
  let answers: { status: number; location?: string } | undefined;
  const problems: string[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(request.url ?? '');
      const end = (status: number, headers: Record<string, string> = {}) => response.writeHead(status, headers).end();
      if (answers) return end(answers.status, answers.location === undefined ? {} : { location: answers.location });
      const known = browsers.get(request.url ?? '');
      if (!known) return end(404);
      try {
        checkVapid(String(request.headers['authorization']), new URL(known.browser.endpoint).origin, now());
        if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('another content coding');
        const plain = decryptPush(Buffer.concat(chunks), known);
        const { topic, ttl, urgency } = request.headers;
        known.browser.received.push({
          ...(JSON.parse(plain.toString()) as PushPayload),
          ...{ topic: String(topic), ttl: Number(ttl), urgency: String(urgency) },
        });
        return end(201);
      } catch (error) {
        problems.push((error as Error).message);
        return end(403);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  let made = 0;
  const send: SendPush = async ({ endpoint, headers, body }) => {
    const answer = await fetch(`http://127.0.0.1:${port}${endpoint.pathname}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
    });
    return answer.status;
  };
  return {
    send,
    port,
    problems,
    /** Paths that were asked for. */
    requests,
    answer: (status?: number, location?: string) => {
      answers = status === undefined ? undefined : { status, ...(location === undefined ? {} : { location }) };
    },
    browser(): Browser {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      made += 1;
      const auth = Buffer.alloc(16, made);
      const path = `/wpush/v2/browser-${made}`;
      const browser: Browser = {
        endpoint: `https://updates.push.services.mozilla.com${path}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
        received: [],
      };
      browsers.set(path, { browser, ecdh, auth });
      return browser;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
