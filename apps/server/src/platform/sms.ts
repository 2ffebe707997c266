import { createHmac } from 'node:crypto';
import { type Carrier, NeverAccepted } from './outbox.ts';
import { shortAnswer } from './short-answer.ts';

export interface SmsOptions {
  /** Where the provider takes messages. */
  url: string;
  /** The secret that the provider shares with us. It signs messages and never travels. */
  key: string;
  /** The sender's name or number, as registered with the provider. */
  from: string;
  now: () => number;
  /** How long the provider may take for its whole answer. */
  timeoutMs?: number | undefined;
}

/** Answers after which the same message can be accepted later. Every other 4xx says that it never will be. */
const laterStatus = new Set([408, 409, 425, 429]);
const maxAnswerBytes = 4_096;

/**
 * Sends text messages as JSON over HTTP: `POST {"id","from","to","text"}` with `Idempotency-Key: <id>` and
 * `X-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "<seconds>.<body>">`. Accepted is a 2xx answer with a JSON object that names this id. Nothing else
 * counts: a page of a proxy, a redirect or half an answer is no acceptance, and the outbox sends the same id again. The provider delivers an id once.
 */
export function smsCarrier({ url, key, from, now, timeoutMs = 10_000 }: SmsOptions): Carrier {
  return async (message) => {
    // Its time too: the numbers of another data folder begin at one again, and the provider must not take its messages for these.
    const id = `${message.id}-${message.created_at.getTime()}`;
    const body = JSON.stringify({ id, from, to: message.recipient, text: message.body });
    const seconds = Math.floor(now() / 1_000);
    const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'idempotency-key': id,
        'x-signature': `t=${seconds},v1=${signature}`,
      },
      body,
    });
    const answer = await shortAnswer(response, maxAnswerBytes, 'the text service');
    if (response.status >= 400 && response.status < 500 && !laterStatus.has(response.status))
      throw new NeverAccepted(`the text service refused the message with status ${response.status}`);
    if (!response.ok) throw new Error(`the text service answered with status ${response.status}`);
    if (idOf(answer) !== id) throw new Error('the text service did not name the message that it accepted');
  };
}

function idOf(answer: string): string | undefined {
  try {
    const { id } = JSON.parse(answer) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
