import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/** What the exchange confirmed about one command. */
export interface Confirmed {
  commandId: string;
  token: string;
  body: unknown;
  seq: number;
  orderId: number;
}

export interface Answer {
  status: number;
  code: number;
  data: { seq: number; orderId: number; repeated: boolean } | null;
}

const path = '/api/app-api/pay/order-coin/purchase-actual-commodities';

/** Gets a demo account and its token, from an address of this machine. A server that has just started on a busy machine may ask to retry. */
export async function demoLogin(origin: string, tries = 20, localAddress = '127.0.0.1'): Promise<string> {
  const { status, data } = await new Promise<{ status: number; data: { accessToken: string } | null }>((resolve, reject) => {
    const url = `${origin}/api/app-api/system/auth/login`;
    const headers = { 'content-type': 'application/json' };
    const sent = httpRequest(url, { method: 'POST', headers, localAddress, agent: false, timeout: 20_000 }, (response) => {
      text(response).then((answer) => resolve({ data: null, ...JSON.parse(answer), status: response.statusCode ?? 0 }), reject);
    });
    sent
      .once('error', reject)
      .once('timeout', () => sent.destroy(new Error('the demo sign-in was not answered')))
      .end('{"loginType":2}');
  });
  if (status === 503 && tries > 0) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    return demoLogin(origin, tries - 1, localAddress);
  }
  if (!data) throw new Error(`demo sign-in was answered with ${status}`);
  return data.accessToken;
}

/** A version-7 UUID, as client programs make them. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const chance = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-${chance.slice(6, 18)}`;
}

/** An order well inside the price band that does not trade. Undefined while there is no price. */
export async function quietOrder(origin: string, round = 0): Promise<Record<string, unknown> | undefined> {
  const response = await fetch(`${origin}/api/app-api/pay/coin/coin-list`, { signal: AbortSignal.timeout(4_000) });
  const { data } = (await response.json()) as { data: { code: string; rate: string | null }[] | null };
  const rate = Number(data?.find(({ code }) => code === 'BTC')?.rate ?? 0);
  if (!(rate > 0)) return undefined;
  const price = String(Math.floor(rate * 0.98));
  return { symbol: 'BTC/USDT', side: 0, priceType: 2, price, quantity: `0.00${10 + (round % 80)}`, timeInForce: 2 };
}

export async function sendOrder(origin: string, token: string, commandId: string, body: unknown, withinMs = 8_000): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': commandId },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(withinMs),
  });
  const { code, data } = (await response.json()) as { code: number; data: { seq: string; orderId: string; repeated: boolean } | null };
  return { status: response.status, code, data: data && { seq: Number(data.seq), orderId: Number(data.orderId), repeated: data.repeated } };
}

export interface Traders {
  readonly confirmed: Confirmed[];
  readonly refused: Map<number, number>;
  /** Attempts without a certain answer, repeated with the same id. */
  readonly repeats: () => number;
  /** Stops sending new orders and resolves when every order sent has its answer. */
  stop(): Promise<void>;
}

/** How long a program waits for an answer before it asks again, wherever it is told to go by then. */
const tryMs = 2_000;

/** Programs that place small orders without pause and repeat each with its id until it is answered. */
export function startTraders(where: string | (() => string), tokens: readonly string[], lanes: number): Traders {
  const origin = () => (typeof where === 'string' ? where : where());
  const confirmed: Confirmed[] = [];
  const refused = new Map<number, number>();
  let repeats = 0;
  let stopping = false;

  const place = async (token: string, round: number) => {
    const commandId = newId();
    const body = await quietOrder(origin(), round).catch(() => undefined);
    if (!body) return void (await new Promise((resolve) => setTimeout(resolve, 50)));
    for (;;) {
      const answer = await sendOrder(origin(), token, commandId, body, tryMs).catch(() => undefined);
      if (answer?.data) {
        confirmed.push({ commandId, token, body, seq: answer.data.seq, orderId: answer.data.orderId });
        return;
      }
      // A final refusal. Errors of 500 and above, and silence, leave the outcome open.
      if (answer && answer.status < 500 && answer.status !== 429) {
        refused.set(answer.code, (refused.get(answer.code) ?? 0) + 1);
        return;
      }
      repeats += 1;
      await new Promise((resolve) => setTimeout(resolve, answer ? 20 : 50));
    }
  };

  const running = Array.from({ length: lanes }, async (_, lane) => {
    for (let round = 0; !stopping; round += 1) await place(tokens[(lane + round) % tokens.length] ?? '', round);
  });
  return {
    confirmed,
    refused,
    repeats: () => repeats,
    async stop() {
      stopping = true;
      await Promise.all(running);
    },
  };
}
