import { readTron, type TronTransaction, tokenTransferOf, tronBytes } from '@bourse/chains';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type EvmBlock, EvmLedger, type Mined, type Receipt } from '../evm/ledger.ts';
import { Refused } from '../node.ts';

/** Why a node takes no transaction, in its own word. */
export class TronRefused extends Refused {
  readonly word: string;

  constructor(word: string, message: string) {
    super(-32000, `${word}: ${message}`);
    this.word = word;
  }
}

/** What a transaction cost, and how it ended, as the node's own HTTP says it. */
export interface Outcome {
  fee: bigint;
  result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
}

/** In sun: a byte, a unit of energy, and an account that a transfer of the coin makes. */
export const energyPrice = 100n;
const [bytePrice, newAccount] = [1_000n, 1_000_000n];
/** Energy of a token's transfer to somebody who holds it already, and to somebody who does not. */
const [knownEnergy, newEnergy] = [65_000n, 130_000n];
/** Blocks come at most once in a slot, seconds. */
const slot = 3;
/** A block is solid once nineteen are on the chain from it on. */
const solidDepth = 18;
const dayMs = 86_400_000;

/** 20 bytes as `eth_` reads have them, of TRON's own form. */
const account = (address: string) => `0x${bytesToHex(tronBytes(address)!)}`;

const least = (...values: readonly bigint[]): bigint => values.toSorted((a, b) => (a < b ? -1 : 1))[0]!;

function contentOf(raw: string): TronTransaction {
  try {
    return readTron(raw);
  } catch (error) {
    throw new TronRefused('OTHER_ERROR', (error as Error).message);
  }
}

/** The accounts and blocks of a chain like TRON's: its own transactions with true signatures, reference blocks, expirations and fees, and blocks that never leave once they are solid. */
export class TronLedger extends EvmLedger {
  private readonly contents = new Map<string, TronTransaction>();
  private readonly outcomes = new Map<string, Outcome>();

  get solid(): EvmBlock {
    return this.at(Math.max(this.blocks[0]!.height, this.head.height - solidDepth))!;
  }

  content = (hash: string): TronTransaction | undefined => this.contents.get(hash);
  outcome = (hash: string): Outcome | undefined => this.outcomes.get(hash);

  /** What no longer holds when its turn comes is forgotten, as a producer does. */
  override mine(only?: ReadonlySet<string>): EvmBlock {
    const receipts: Receipt[] = [];
    for (const sent of [...this.waiting.values()]) {
      if (only !== undefined && !only.has(sent.hash)) continue;
      this.waiting.delete(sent.hash);
      if (this.problemOf(this.contents.get(sent.hash)!) === undefined) receipts.push(this.run(sent));
    }
    return this.seal(receipts);
  }

  override reorg(depth: number, dropped: ReadonlySet<string>): void {
    if (depth > solidDepth) throw new RangeError('a solid block stays');
    super.reorg(depth, dropped);
  }

  protected override read(raw: string): Mined {
    const { hash, contract, feeLimit } = contentOf(raw);
    return {
      ...{ hash, raw, from: account(contract.from), nonce: 0n, gasLimit: feeLimit / energyPrice, maxFeePerGas: energyPrice },
      ...(contract.kind === 'coin'
        ? { to: account(contract.to), value: contract.units, data: '0x' }
        : { to: account(contract.contract), value: 0n, data: contract.data }),
    };
  }

  protected override admit({ hash, raw }: Mined): void {
    const content = contentOf(raw);
    if (this.waiting.has(hash) || this.receipt(hash) !== undefined)
      throw new TronRefused('DUP_TRANSACTION_ERROR', 'Transaction already exists.');
    if (content.signer !== content.contract.from) throw new TronRefused('SIGERROR', `${content.signer} does not own the account.`);
    this.contents.set(hash, content);
    const problem = this.problemOf(content);
    if (problem !== undefined) throw problem;
  }

  /** Why the next block may not hold it. */
  private problemOf({ refBlockBytes, refBlockHash, expiration, contract, size }: TronTransaction): TronRefused | undefined {
    const now = this.head.time * 1000;
    if (expiration <= now || expiration > now + dayMs) return new TronRefused('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired.');
    const height = this.head.height - ((this.head.height - Number.parseInt(refBlockBytes, 16)) & 0xffff);
    if (this.at(height)?.hash.slice(18, 34) !== refBlockHash) return new TronRefused('TAPOS_ERROR', 'Tapos check error.');
    const [from, bandwidth] = [account(contract.from), BigInt(size) * bytePrice];
    if (!this.holds(from)) return new TronRefused('CONTRACT_VALIDATE_ERROR', 'The account does not exist.');
    if (this.balance(from) < bandwidth) return new TronRefused('BANDWITH_ERROR', 'Account resource insufficient.');
    if (contract.kind === 'call') {
      const isToken = this.isToken(account(contract.contract));
      return isToken ? undefined : new TronRefused('CONTRACT_VALIDATE_ERROR', 'There is no such contract.');
    }
    if (contract.units <= 0n || contract.from === contract.to) return new TronRefused('CONTRACT_VALIDATE_ERROR', 'Nothing is transferred.');
    const cost = contract.units + bandwidth + this.openingOf(account(contract.to));
    return this.balance(from) < cost ? new TronRefused('CONTRACT_VALIDATE_ERROR', 'balance is not sufficient.') : undefined;
  }

  private openingOf(to: string): bigint {
    return this.holds(to) ? 0n : newAccount;
  }

  protected override run(sent: Mined): Receipt {
    const { contract, feeLimit, size } = this.contents.get(sent.hash)!;
    const bandwidth = BigInt(size) * bytePrice;
    const end = (receipt: Receipt, fee: bigint, result: Outcome['result']): Receipt => {
      this.outcomes.set(sent.hash, { fee, result });
      return receipt;
    };
    if (contract.kind === 'coin') {
      const fee = bandwidth + this.openingOf(sent.to);
      this.burn(sent.from, fee);
      return end(this.move(sent, 0n), fee, 'SUCCESS');
    }
    this.burn(sent.from, bandwidth);
    const to = tokenTransferOf(contract)?.to;
    const energy = to !== undefined && this.tokenBalance(sent.to, account(to)) > 0n ? knownEnergy : newEnergy;
    const used = least(energy, feeLimit / energyPrice, this.balance(sent.from) / energyPrice);
    this.burn(sent.from, used * energyPrice);
    const fee = bandwidth + used * energyPrice;
    if (used < energy) return end({ transaction: sent, succeeded: false, gasUsed: used, logs: [] }, fee, 'OUT_OF_ENERGY');
    const receipt = this.move(sent, used);
    return end(receipt, fee, receipt.succeeded ? 'SUCCESS' : 'REVERT');
  }

  /** A block's id begins with its height. */
  protected override nameOf(height: number, digits: string): string {
    return `0x${height.toString(16).padStart(16, '0')}${digits.slice(16)}`;
  }

  protected override timeAfter(before: EvmBlock | undefined): number {
    const now = Math.floor(this.clock() / 1000 / slot) * slot;
    return before === undefined ? now : Math.max(before.time + slot, now);
  }
}
