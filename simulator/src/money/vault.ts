import { externalIdOf, type SignedPayout } from '@bourse/chains';
import type { Random } from '../random.ts';
import type { Sent } from './chain.ts';
import { digestOf, type SimulatedRail } from './stage.ts';

/** What the vault is asked to sign. */
export interface Order {
  /** Venue and number of the payout. */
  readonly id: string;
  readonly rail: SimulatedRail;
  readonly to: string;
  readonly units: bigint;
  /** Of the chain, when it is asked first. */
  readonly height: number;
}

/** The signer's rules without its cryptography: it remembers before it answers, and the same payout is the same transaction for ever. */
export class Vault {
  private readonly known = new Map<string, { order: string; signed: SignedPayout }>();
  private readonly refused = new Set<string>();
  private nonces = 0;
  private readonly random: Random;
  private readonly alarm: (what: string) => void;

  constructor(random: Random, alarm: (what: string) => void) {
    this.random = random;
    this.alarm = alarm;
  }

  /** Undefined: refused. Some payouts are refused for ever, as when the vault never saw their destination. */
  sign({ id, rail, to, units, height }: Order): SignedPayout | undefined {
    const order = `${rail.rail} ${to} ${units}`;
    const before = this.known.get(id);
    if (before !== undefined) {
      if (before.order !== order) this.alarm(`the vault was asked for two orders under ${id}`);
      return before.signed;
    }
    if (this.refused.has(id) || this.random.chance(0.1)) {
      if (this.random.chance(0.4)) this.refused.add(id);
      return undefined;
    }
    const consumes: Sent['consumes'] =
      rail.consumes === 'nonce'
        ? { kind: 'nonce', from: 'hot', nonce: this.nonces++ }
        : { kind: 'inputs', inputs: [{ txHash: digestOf('coins', id), output: 0 }] };
    const lastHeight = rail.livesBlocks === undefined ? undefined : height + rail.livesBlocks;
    const key = consumes.kind === 'nonce' ? consumes.nonce : externalIdOf(consumes.inputs[0]!);
    const hash = digestOf('payout', id, order, key, lastHeight ?? '');
    const raw = JSON.stringify({ hash, consumes, lastHeight, payout: { id, to, units: String(units) } });
    const signed = { raw, ...(lastHeight === undefined ? {} : { lastHeight }) };
    this.known.set(id, { order, signed });
    return signed;
  }

  hasSigned(id: string): boolean {
    return this.known.has(id);
  }
}

/** The transaction that the vault wrote. */
export function sentOf(raw: string): Sent {
  const { payout, ...rest } = JSON.parse(raw) as Omit<Sent, 'transfers' | 'payout'> & { payout: { id: string; to: string; units: string } };
  return { ...rest, transfers: [], payout: { ...payout, units: BigInt(payout.units) } };
}
