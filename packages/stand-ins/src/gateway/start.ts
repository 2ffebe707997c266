import { createHash } from 'node:crypto';
import { addressOf, type Network, type UdunMessage, udunMessage, udunSignature } from '@bourse/chains';
import { HDKey } from '@scure/bip32';
import { type RunningNode, type StandInOptions, serve } from '../node.ts';
import { bytesFrom } from '../seed.ts';

/** The gateway's numbers of networks. */
export const mainCoinTypes: Record<string, Network> = { '0': 'bitcoin', '60': 'ethereum', '144': 'xrp', '195': 'tron' };

export interface GatewayOptions extends StandInOptions {
  key: string;
  merchantId: string;
}

export interface Callback extends UdunMessage {
  url: string;
}

export interface GatewayStandIn extends RunningNode {
  /** "Send me test coins" to an address that the gateway made: it calls back, signed. Answers the trade's id and what our side said. */
  pay(payment: {
    to: string;
    units: bigint;
    decimals: number;
    coinType: string;
    txHash: string;
  }): Promise<{ tradeId: string; status: number; text: string }>;
  /** Makes an address, as its call does. */
  create(mainCoinType: string, callbackUrl: string): string;
  /** The callbacks that were sent, oldest first, to send again or changed. */
  sent: readonly Callback[];
  /** Sends a callback as it is given. */
  send(callback: Callback): Promise<{ status: number; text: string }>;
  /** The same callback with digits moved from the nonce to the timestamp: its md5 still fits. */
  moved(callback: Callback): Callback;
  /** The same trade with another amount, signed as the gateway signs. */
  lie(callback: Callback, units: bigint): Callback;
}

/** The gateway of the specification: it makes addresses and calls back about coins with `timestamp, nonce, sign, body`. */
export async function startGateway({ seed, key, merchantId, port = 0, clock = Date.now, told }: GatewayOptions): Promise<GatewayStandIn> {
  const xpub = HDKey.fromMasterSeed(bytesFrom(seed, 'gateway')).publicExtendedKey;
  const addresses = new Map<string, { callbackUrl: string; mainCoinType: string }>();
  const sent: Callback[] = [];
  /** What is true, whatever a callback says. */
  const trades = new Map<string, object>();
  let nonces = 0;
  const nonce = () => {
    nonces += 1;
    return String(Number.parseInt(createHash('md5').update(`${seed} ${nonces}`).digest('hex').slice(0, 8), 16) % 1_000_000).padStart(
      6,
      '0',
    );
  };
  const answer = (code: number, message: string, data?: unknown) => ({ status: 200, body: JSON.stringify({ code, message, data }) });

  const create = (mainCoinType: string, callbackUrl: string): string => {
    const { address } = addressOf(xpub, mainCoinTypes[mainCoinType]!, addresses.size);
    addresses.set(address, { callbackUrl, mainCoinType });
    told?.(JSON.stringify([mainCoinType, callbackUrl]));
    return address;
  };
  const node = await serve(port, ({ path, body }) => {
    const message = JSON.parse(body) as UdunMessage;
    if (udunSignature(message.body, key, message.nonce, message.timestamp) !== message.sign) return answer(4162, 'the signature is wrong');
    if (path === '/mch/trade/query') {
      const { tradeId } = JSON.parse(message.body) as { tradeId: string };
      return answer(200, 'SUCCESS', trades.get(tradeId) ?? null);
    }
    if (path !== '/mch/address/create') return answer(404, 'there is no such call');
    const [wish] = JSON.parse(message.body) as { merchantId: string; mainCoinType: string; callUrl: string }[];
    const network = mainCoinTypes[wish?.mainCoinType ?? ''];
    if (wish === undefined || network === undefined) return answer(4005, 'the coin is unknown');
    if (wish.merchantId !== merchantId) return answer(4001, 'the merchant is unknown');
    const address = create(wish.mainCoinType, wish.callUrl);
    return answer(200, 'SUCCESS', { address, coinType: Number(wish.mainCoinType) });
  });

  const send = async ({ url, ...message }: Callback) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...message }).toString(),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, text: await response.text() };
  };
  return {
    ...node,
    sent,
    send,
    create,
    moved: (callback) => ({ ...callback, nonce: callback.nonce.slice(0, -1), timestamp: callback.nonce.slice(-1) + callback.timestamp }),
    lie: ({ url, body }, units) => ({
      url,
      ...udunMessage({ ...(JSON.parse(body) as object), amount: String(units) }, key, nonce(), clock()),
    }),
    pay: async ({ to, units, decimals, coinType, txHash }) => {
      const known = addresses.get(to);
      if (known === undefined) throw new RangeError(`the gateway made no address ${to}`);
      const tradeId = `T${sent.length + 1}`;
      const trade = {
        ...{
          address: to,
          amount: String(units),
          fee: '0',
          decimals: String(decimals),
          coinType,
          mainCoinType: known.mainCoinType,
          memo: '',
        },
        ...{ blockHigh: String(1000 + sent.length), status: 3, tradeId, tradeType: 1, txId: txHash },
      };
      trades.set(tradeId, trade);
      const callback = { url: known.callbackUrl, ...udunMessage(trade, key, nonce(), clock()) };
      sent.push(callback);
      return { tradeId, ...(await send(callback)) };
    },
  };
}
