import { createHash, timingSafeEqual } from 'node:crypto';
import { badAnswer, ChainProblem } from '../problem.ts';
import { isObject, type Json, type NodeOptions, objectOf, parseExact, textIn, textOf } from '../rpc.ts';

/** What a signed message of the gateway carries, in both directions. */
export interface UdunMessage {
  timestamp: string;
  nonce: string;
  sign: string;
  body: string;
}

/** The gateway's signature. The parts run into each other, so the same digest fits other cuts between nonce and timestamp: it is a hint, never a proof. */
export const udunSignature = (body: string, key: string, nonce: string, timestamp: string): string =>
  createHash('md5').update(`${body}${key}${nonce}${timestamp}`).digest('hex');

export function udunMessage(content: unknown, key: string, nonce: string, nowMs: number): UdunMessage {
  const [body, timestamp] = [JSON.stringify(content), String(nowMs)];
  return { timestamp, nonce, sign: udunSignature(body, key, nonce, timestamp), body };
}

/** What the gateway says about coins that it saw. Nothing is credited before the chain or the gateway, asked by us, says the same. */
export interface UdunTrade {
  /** The gateway's own name for it: one trade counts once, however often and however signed it is told. */
  tradeId: string;
  direction: 'in' | 'out';
  status: 'waiting' | 'approved' | 'refused' | 'done' | 'failed';
  /** The gateway's numbers of the network and the coin. */
  mainCoinType: string;
  coinType: string;
  address: string;
  memo: string;
  txHash: string;
  height: number;
  /** Smallest units, and how many decimals they have. */
  units: bigint;
  decimals: number;
}

export type UdunProblem = 'malformed' | 'signWrong' | 'tooOld';
export type ReadUdun = { ok: true; trade: UdunTrade } | { ok: false; problem: UdunProblem };

/** How long after it was signed a message is taken. */
const mostAgeMs = 10 * 60_000;
const mostBody = 16_384;
/** Bytes of an answer of the gateway. */
const mostAnswer = 1_000_000;
const statuses = ['waiting', 'approved', 'refused', 'done', 'failed'] as const;

/** Reads a callback. The forms of nonce and timestamp are fixed, so that digits cannot wander from one to the other. Never throws. */
export function readUdunCallback({ timestamp, nonce, sign, body }: Partial<UdunMessage>, key: string, nowMs: number): ReadUdun {
  if (!timestamp || !nonce || !sign || !body || body.length > mostBody || !/^[0-9a-f]{32}$/i.test(sign))
    return { ok: false, problem: 'malformed' };
  if (!/^\d{13}$/.test(timestamp) || !/^\d{6}$/.test(nonce)) return { ok: false, problem: 'malformed' };
  if (!timingSafeEqual(Buffer.from(udunSignature(body, key, nonce, timestamp)), Buffer.from(sign.toLowerCase())))
    return { ok: false, problem: 'signWrong' };
  if (Math.abs(nowMs - Number(timestamp)) > mostAgeMs) return { ok: false, problem: 'tooOld' };
  try {
    return { ok: true, trade: tradeOf(parseExact(body)) };
  } catch (error) {
    if (error instanceof ChainProblem) return { ok: false, problem: 'malformed' };
    throw error;
  }
}

function tradeOf(value: Json | undefined): UdunTrade {
  const fields = objectOf(value, 'trade');
  const text = (name: string, form: RegExp) => textIn(typeof fields[name] === 'number' ? String(fields[name]) : fields[name], form, name);
  const optional = (name: string) =>
    fields[name] === undefined || fields[name] === null || fields[name] === '' ? '' : text(name, /^[^\n]{1,200}$/);
  const tradeType = text('tradeType', /^[12]$/);
  return {
    tradeId: text('tradeId', /^[\w-]{1,64}$/),
    direction: tradeType === '1' ? 'in' : 'out',
    status: statuses[Number(text('status', /^[0-4]$/))]!,
    mainCoinType: text('mainCoinType', /^\w{1,64}$/),
    coinType: text('coinType', /^\w{1,64}$/),
    address: text('address', /^\S{1,120}$/),
    memo: optional('memo'),
    txHash: text('txId', /^\w{1,130}$/),
    height: Number(text('blockHigh', /^\d{1,12}$/)),
    units: BigInt(text('amount', /^\d{1,60}$/)),
    decimals: Number(text('decimals', /^\d{1,2}$/)),
  };
}

export interface UdunOptions extends NodeOptions {
  key: string;
  merchantId: string;
  /** Where the gateway sends its callbacks. */
  callbackUrl: string;
  /** Six random digits. */
  nonce(): string;
  now(): number;
}

/** Asks the gateway. Throws `ChainProblem`. */
export class UdunGateway {
  private readonly options: UdunOptions;

  constructor(options: UdunOptions) {
    this.options = options;
  }

  /** A new address on a network; `alias` comes back in nothing, it is for people who look at the gateway. */
  async createAddress(mainCoinType: string, alias: string): Promise<string> {
    const { merchantId, callbackUrl } = this.options;
    const data = await this.ask('/mch/address/create', [{ merchantId, mainCoinType, callUrl: callbackUrl, alias }]);
    return textIn(objectOf(data, 'address')['address'], /^\S{1,120}$/, 'address');
  }

  /** A trade as the gateway has it, or undefined: it knows none of this name. */
  async trade(tradeId: string): Promise<UdunTrade | undefined> {
    const data = await this.ask('/mch/trade/query', { merchantId: this.options.merchantId, tradeId });
    return data === null || data === undefined ? undefined : tradeOf(data);
  }

  private async ask(path: string, content: unknown): Promise<Json | undefined> {
    const { url, key, nonce, now, timeoutMs = 10_000 } = this.options;
    const signal = AbortSignal.timeout(timeoutMs);
    let answer: Json | undefined;
    try {
      const body = JSON.stringify(udunMessage(content, key, nonce(), now()));
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal,
        redirect: 'error',
      });
      const text = await textOf(response, mostAnswer);
      if (response.status !== 200) throw new ChainProblem('unreachable', `The gateway answered with status ${response.status}.`);
      answer = parseExact(text);
    } catch (error) {
      if (error instanceof ChainProblem) throw error;
      throw new ChainProblem(signal.aborted ? 'timeout' : 'unreachable', 'The gateway did not answer.', { cause: error });
    }
    if (!isObject(answer)) throw badAnswer('no object');
    if (answer['code'] !== 200) throw new ChainProblem('refused', `The gateway refused: ${String(answer['message']).slice(0, 200)}`);
    return answer['data'];
  }
}
