import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Network, networks } from '@bourse/chains';
import { startBank } from './bank/start.ts';
import { startBitcoinChain } from './bitcoin/start.ts';
import { startEvmChain } from './evm/start.ts';
import { startGateway } from './gateway/start.ts';
import { startTronChain } from './tron/start.ts';
import { startXrpLedger } from './xrp/start.ts';

/** What the world outside can be told to do. Amounts are smallest units, as text. */
export type OutsideDeed =
  | { do: 'pay'; network: Network; to: string; tag?: number | undefined; units: string; token?: string | undefined }
  | { do: 'gatewayPay'; to: string; units: string; decimals: number; coinType: string }
  | { do: 'bankPay'; name: string; account: string; units: string; reference: string }
  /** The bank's day ends; answers the number of its statement. */
  | { do: 'closeDay' }
  /** The bank carries out what it has accepted. */
  | { do: 'settle' };

export interface OutsidePlaces {
  nodes: Record<'ethereum' | 'tron' | 'bitcoin' | 'xrp', string>;
  /** Contracts of tokens, by `network:code`. */
  tokens: Record<string, string>;
  chainIds: Record<'ethereum' | 'tron', string>;
  gateway: { url: string; key: string; merchantId: string };
  bank: { url: string; account: string; currency: string };
}

export interface Outside {
  places: OutsidePlaces;
  /** Answers the hash of a transaction, or '' for what has none. */
  deed(deed: OutsideDeed): Promise<string>;
  /** Every chain on which something happened lately makes a block. */
  tick(): void;
  close(): Promise<void>;
}

const seed = 'bourse development';
const gatewayKey = 'development-gateway-key';
/** After so many blocks without news a chain rests: whatever was sent has its confirmations. On TRON whatever was not sent has expired, too. */
const restAfter = (part: string) => (part === 'tron' ? 260 : 40);
/** The account of the shipped rails file. */
const bankAccount = { account: 'LT121000011101001000', currency: 'USD' };

/** A line of the diary: who heard what. `mine` stands for a block. */
type Line = [part: string, text: string];
const mine = 'mine';
/** TRON's transactions expire by the time of blocks, so its first block and each later one are written with theirs, in seconds. */
const timedLine = /^(begin|mine) (\d+)$/;

/**
 * The world outside for development: chains, gateway and bank on this machine, which speak the real protocols. It keeps a diary in its folder and plays it again at the next start, so that a chain
 * does not forget. Nothing in it is worth anything.
 */
export async function startOutside(folder: string): Promise<Outside> {
  mkdirSync(folder, { recursive: true });
  const diary = join(folder, 'diary.jsonl');
  const before = existsSync(diary) ? readFileSync(diary, 'utf8').split('\n').filter(Boolean).map(lineOf) : [];
  let playing = true;
  /** Blocks since something happened, by chain. */
  const idle = new Map(['ethereum', 'tron', 'bitcoin', 'xrp'].map((part) => [part, 0]));
  const note = (part: string) => (text: string) => {
    if (playing) return;
    if (!text.startsWith(mine) && idle.has(part)) idle.set(part, 0);
    appendFileSync(diary, `${JSON.stringify([part, text] satisfies Line)}\n`);
  };
  // The same addresses as before, so that a server that is still running finds them.
  const portsFile = join(folder, 'ports.json');
  const ports = existsSync(portsFile) ? (JSON.parse(readFileSync(portsFile, 'utf8')) as Record<string, number>) : {};
  const on = (part: string) => ({ port: ports[part] ?? 0, told: note(part) });
  const evm = await startEvmChain({ seed, tokenCount: 1, chainId: 31_337n, ...on('ethereum') });
  const begun = before.find(([part, text]) => part === 'tron' && timedLine.test(text));
  // While the diary is played, it is as late as it was then.
  let late = begun && Number(timedLine.exec(begun[1])![2]);
  const clock = () => (late === undefined ? Date.now() : late * 1000);
  const tron = await startTronChain({ seed: `${seed} tron`, clock, ...on('tron') });
  const bitcoin = await startBitcoinChain({ seed, ...on('bitcoin') });
  const xrp = await startXrpLedger({ seed, ...on('xrp') });
  const gateway = await startGateway({ seed, key: gatewayKey, merchantId: 'bourse', ...on('gateway') });
  const bank = await startBank({ seed, ...bankAccount, ...on('bank') });
  const opened = Object.entries({ ethereum: evm, tron, bitcoin, xrp, gateway, bank }).map(([part, { url }]) => [
    part,
    Number(new URL(url).port),
  ]);
  writeFileSync(portsFile, JSON.stringify(Object.fromEntries(opened)));

  const hearTron = (text: string) => {
    const [, word, seconds] = timedLine.exec(text) ?? [];
    if (seconds !== undefined) late = Number(seconds);
    if (text === mine || word === mine) tron.mine();
    // An older diary has transactions in the form of another chain, which this one never heard.
    else if (word === undefined && !text.startsWith('0x')) tron.submit(text);
  };
  const bankDeed = (deed: OutsideDeed): string => {
    if (deed.do === 'bankPay')
      return bank.pay({ from: { name: deed.name, account: deed.account }, units: BigInt(deed.units), reference: deed.reference });
    if (deed.do === 'closeDay') return String(bank.closeDay().number);
    bank.settle();
    return '';
  };
  const hear: Record<string, (text: string) => unknown> = {
    ethereum: (text) => (text === mine ? evm.mine() : evm.submit(text)),
    tron: hearTron,
    bitcoin: (text) => (text === mine ? bitcoin.mine() : bitcoin.submit(text)),
    xrp: (text) => (text === mine ? xrp.closeLedger() : xrp.submit(text)),
    gateway: (text) => gateway.create(...(JSON.parse(text) as [string, string])),
    bank: (text) => bank.take(text),
    bankDeed: (text) => bankDeed(JSON.parse(text) as OutsideDeed),
  };
  for (const [part, text] of before) hear[part]?.(text);
  late = undefined;
  playing = false;
  if (begun === undefined) note('tron')(`begin ${tron.ledger.head.time}`);

  const pay = ({ network, to, tag, units, token }: Extract<OutsideDeed, { do: 'pay' }>): string => {
    const amount = BigInt(units);
    const { family } = networks[network];
    if (family === 'bitcoin') return bitcoin.pay({ to, units: amount });
    if (family === 'xrp') return xrp.pay({ to, units: amount, ...(tag === undefined ? {} : { tag }) });
    return (family === 'tron' ? tron : evm).pay({ to, units: amount, ...(token === undefined ? {} : { token }) });
  };
  return {
    places: {
      nodes: { ethereum: evm.url, tron: tron.url, bitcoin: bitcoin.url, xrp: xrp.url },
      tokens: { 'ethereum:USDT': evm.tokens[0]!, 'tron:USDT': tron.tokens[0]! },
      chainIds: { ethereum: '31337', tron: '728126428' },
      gateway: { url: gateway.url, key: gatewayKey, merchantId: 'bourse' },
      bank: { url: bank.url, ...bankAccount },
    },
    async deed(deed) {
      if (deed.do === 'pay') return pay(deed);
      if (deed.do === 'gatewayPay') {
        const { to, decimals, coinType } = deed;
        const txHash = `0x${Buffer.from(`${to}${deed.units}${Date.now()}`).toString('hex').slice(-64).padStart(64, '0')}`;
        return (await gateway.pay({ to, units: BigInt(deed.units), decimals, coinType, txHash })).tradeId;
      }
      const answer = bankDeed(deed);
      note('bankDeed')(JSON.stringify(deed));
      return answer;
    },
    tick() {
      for (const [part, blocks] of idle) {
        if (blocks >= restAfter(part)) continue;
        idle.set(part, blocks + 1);
        hear[part]?.(mine);
        note(part)(part === 'tron' ? `${mine} ${tron.ledger.head.time}` : mine);
      }
    },
    close: async () => {
      await Promise.all([evm, tron, bitcoin, xrp, gateway, bank].map((one) => one.close()));
    },
  };
}

/** A line that a kill cut off is the last one. */
function lineOf(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return ['', ''];
  }
}
