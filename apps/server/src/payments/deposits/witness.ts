import { createHmac, timingSafeEqual } from 'node:crypto';
import { depositsIn } from '@bourse/bank-files';
import { type Chain, ChainProblem, externalIdOf, noAnswer, type UdunTrade } from '@bourse/chains';
import type { Rail, Rails } from '../port.ts';
import type { Addresses } from './addresses.ts';
import type { DepositRow } from './store.ts';

/** Whether the world outside, asked once more, says what a row of the table says. */
export type Witnessed = 'agrees' | 'differs' | 'unknown' | 'silent';

export interface WitnessParts {
  rails: Pick<Rails, 'chain'>;
  addresses: Pick<Addresses, 'find' | 'isOwn'>;
  /** Asks a gateway or a provider about a trade. Undefined: there is nobody to ask. */
  trade(rail: Rail, id: string): Promise<UdunTrade | undefined>;
  key: Uint8Array;
}

/** The server's own mark on an address of the gateway, which no vault signs: whoever writes the table cannot make it. */
export const gatewayMark = (key: Uint8Array, network: string, account: number, address: string): string =>
  createHmac('sha256', key).update(`bourse gateway address 1\n${network}\n${account}\n${address}`).digest('base64');
const sameMark = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * A row that says "ready" is no payment: whoever writes tables could have written it. Before a machine credits, the chain or the gateway is asked once more for exactly
 * this payment, and the receiving address must be attested to the account that is credited. Rejects with a `ChainProblem` when there is no answer.
 */
export function createWitness({ rails, addresses, trade, key }: WitnessParts) {
  const onChain = async (row: DepositRow, source: Extract<Rail['source'], { kind: 'chain' }>, chain: Chain): Promise<Witnessed> => {
    const { account, external_id, tx_hash } = row;
    const own = account === null ? undefined : await addresses.find(source.network, account);
    if (own === undefined || tx_hash === null || row.decimals !== source.decimals) return 'differs';
    const attested = await addresses.isOwn(own);
    if (attested === undefined) return 'silent';
    const found = await chain.transaction(tx_hash);
    if (!attested) return 'differs';
    if (found?.block === undefined) return 'unknown';
    const { largeConfirmations: large } = source;
    const units = BigInt(row.units);
    const needed = large !== undefined && units >= large.from ? large.needed : source.confirmations;
    // The watcher follows it further.
    if (found.confirmations < needed) return 'silent';
    const [block] = await chain.transfersIn(found.block.height, found.block.height);
    // The chain was reorganised while it was read.
    if (block?.hash !== found.block.hash) return 'silent';
    const paid = block.transfers.find((one) => externalIdOf(one) === external_id);
    const same = paid?.units === units && paid.to === own.address && (paid.tag ?? null) === own.tag && paid.token === source.token;
    return same ? 'agrees' : 'differs';
  };

  const byTrade = async (row: DepositRow, rail: Rail): Promise<Witnessed> => {
    const { source } = rail;
    const told = await trade(rail, row.external_id ?? '');
    if (told === undefined) return 'unknown';
    const same = told.direction === 'in' && told.status === 'done' && told.units === BigInt(row.units) && told.decimals === row.decimals;
    if (!same) return 'differs';
    if (source.kind !== 'gateway') return depositsIn(told.memo).includes(Number(row.number)) ? 'agrees' : 'differs';
    if (row.account === null) return 'differs';
    const own = await addresses.find(source.network, row.account);
    const marked = own?.attestation != null && sameMark(own.attestation, gatewayMark(key, source.network, row.account, own.address));
    return marked && own.address === told.address ? 'agrees' : 'differs';
  };

  return async (row: DepositRow, rail: Rail): Promise<Witnessed> => {
    const { source } = rail;
    const chain = source.kind === 'chain' ? rails.chain(source.network) : undefined;
    try {
      if (source.kind === 'chain') return chain === undefined ? 'silent' : await onChain(row, source, chain);
      return await byTrade(row, rail);
    } catch (error) {
      if (error instanceof ChainProblem && !noAnswer(error)) return 'silent';
      throw error;
    }
  };
}
export type Witness = ReturnType<typeof createWitness>;
