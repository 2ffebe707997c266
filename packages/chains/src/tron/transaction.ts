import { secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { tronAddress, tronBytes, tronText } from '../addresses/index.ts';
import { readTransferCall, transferCall } from '../evm/erc20.ts';
import { bytesField, numberField, type ProtobufField, readFields } from './protobuf.ts';

/** The two things that rails do on TRON. Addresses are in the network's own form. */
export type TronContract =
  | { kind: 'coin'; from: string; to: string; units: bigint }
  /** `data`: the call, in hexadecimal with 0x. */
  | { kind: 'call'; from: string; contract: string; data: string };

/** What TRON calls `raw_data`: all of a transaction besides its signatures. */
export interface TronRaw {
  /** Two bytes and eight bytes of a recent block, in hexadecimal: on a chain without that block the transaction is invalid. */
  refBlockBytes: string;
  refBlockHash: string;
  /** Milliseconds since 1970. A block whose time has come to it holds the transaction no more. */
  expiration: number;
  /** Milliseconds since 1970, as the sender says. No node checks it: it tells apart two transactions that are otherwise the same. */
  timestamp: number;
  /** The most energy that a call may burn, in sun; 0 for a transfer of the coin. */
  feeLimit: bigint;
  contract: TronContract;
}

export interface TronTransaction extends TronRaw {
  /** SHA-256 of `raw_data`, with 0x as the reads of `eth_` write it. */
  hash: string;
  /** Who signed it. */
  signer: string;
  /** Bytes of the transaction with its signature: what bandwidth is counted by. */
  size: number;
}

/** What the bytes of one of these transactions cost at most, in sun: fewer than 500, at 1,000 sun each. */
export const tronBandwidth = 500_000n;

/** Numbers of the protocol: `Transaction.raw`, `Contract`, `Any`, `TransferContract` and `TriggerSmartContract`. */
const kinds = { coin: { type: 1n, name: 'TransferContract' }, call: { type: 31n, name: 'TriggerSmartContract' } } as const;
const urlOf = (name: string) => utf8ToBytes(`type.googleapis.com/protocol.${name}`);
const addressPrefix = 0x41;

function addressBytes(address: string): Uint8Array {
  const bytes = tronBytes(address);
  if (bytes === undefined) throw new RangeError(`${address} is no address of TRON`);
  return concatBytes(Uint8Array.of(addressPrefix), bytes);
}

const hexBytes = (text: string) => hexToBytes(text.replace(/^0x/, ''));

function contractBytes(contract: TronContract): Uint8Array {
  const { type, name } = kinds[contract.kind];
  const content =
    contract.kind === 'coin'
      ? [bytesField(1, addressBytes(contract.from)), bytesField(2, addressBytes(contract.to)), numberField(3, contract.units)]
      : [
          bytesField(1, addressBytes(contract.from)),
          bytesField(2, addressBytes(contract.contract)),
          bytesField(4, hexBytes(contract.data)),
        ];
  const any = concatBytes(bytesField(1, urlOf(name)), bytesField(2, concatBytes(...content)));
  return concatBytes(numberField(1, type), bytesField(2, any));
}

/** The bytes that are hashed and signed: always the same for the same content. */
export const tronRawBytes = ({ refBlockBytes, refBlockHash, expiration, timestamp, feeLimit, contract }: TronRaw): Uint8Array =>
  concatBytes(
    bytesField(1, hexBytes(refBlockBytes)),
    bytesField(4, hexBytes(refBlockHash)),
    numberField(8, BigInt(expiration)),
    bytesField(11, contractBytes(contract)),
    numberField(14, BigInt(timestamp)),
    numberField(18, feeLimit),
  );

/** What a transaction names of a block: the block's id begins with its height in eight bytes. */
export const refOfBlock = (id: string): Pick<TronRaw, 'refBlockBytes' | 'refBlockHash'> => {
  const digits = id.replace(/^0x/, '');
  return { refBlockBytes: digits.slice(12, 16), refBlockHash: digits.slice(16, 32) };
};

/** A transfer of the coin, or of a token by its contract. */
export const tronTransfer = (from: string, to: string, units: bigint, token: string | undefined): TronContract =>
  token === undefined
    ? { kind: 'coin', from, to, units }
    : { kind: 'call', from, contract: token, data: transferCall(`0x${bytesToHex(addressBytes(to).slice(1))}`, units) };

/** Receiver and units of a call of a token's `transfer`, or undefined for another call. */
export function tokenTransferOf(contract: TronContract): { to: string; units: bigint } | undefined {
  const call = contract.kind === 'call' ? readTransferCall(contract.data) : undefined;
  return call && { to: tronText(hexBytes(call.to)), units: call.units };
}

/** Signs without chance: the same content and key are the same bytes for ever. */
export function signTron(content: TronRaw, secret: Uint8Array): { raw: string; hash: string } {
  const bytes = tronRawBytes(content);
  const id = sha256(bytes);
  const [recovery, ...rest] = secp256k1.sign(id, secret, { prehash: false, format: 'recovered', extraEntropy: false });
  const signature = Uint8Array.from([...rest, 27 + recovery!]);
  return { raw: bytesToHex(signedBytes(bytes, signature)), hash: `0x${bytesToHex(id)}` };
}

const signedBytes = (content: Uint8Array, signature: Uint8Array) => concatBytes(bytesField(1, content), bytesField(2, signature));

/** Reads a signed transaction. Throws a RangeError for one that says anything besides these fields, or that says them otherwise than they are written here. */
export function readTron(raw: string): TronTransaction {
  const bytes = bytesOf(raw);
  const [content, signature] = inOrder(readFields(bytes), [1, 2], 'transaction').map(asBytes);
  const fields = rawOf(content!);
  if (!equalBytes(signedBytes(tronRawBytes(fields), signature!), bytes)) throw new RangeError('a transaction in another form');
  const id = sha256(content!);
  return { ...fields, hash: `0x${bytesToHex(id)}`, signer: signerOf(id, signature!), size: bytes.length };
}

function bytesOf(raw: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})+$/.test(raw)) throw new RangeError('a transaction is in small hexadecimal digits');
  return hexToBytes(raw);
}

function signerOf(id: Uint8Array, signature: Uint8Array): string {
  if (signature.length !== 65) throw new RangeError('a signature has 65 bytes');
  // Libraries write 0 and 1, or 27 and 28; nodes take both.
  const last = signature[64]!;
  const recovery = last >= 27 ? last - 27 : last;
  if (recovery > 1) throw new RangeError('a signature without a key');
  try {
    const recovered = concatBytes(Uint8Array.of(recovery), signature.slice(0, 64));
    return tronAddress(secp256k1.recoverPublicKey(recovered, id, { prehash: false }));
  } catch (error) {
    throw new RangeError('a signature of nobody', { cause: error });
  }
}

function rawOf(message: Uint8Array): TronRaw {
  const found = new Map(readFields(message).map((field) => [field.number, field.value]));
  const [block, hash, contract] = [1, 4, 11].map((number) => asBytes(found.get(number)));
  const [expiration, timestamp, feeLimit] = [8, 14, 18].map((number) => asNumber(found.get(number)));
  return {
    ...{ refBlockBytes: bytesToHex(block!), refBlockHash: bytesToHex(hash!), expiration: safe(expiration!), timestamp: safe(timestamp!) },
    ...{ feeLimit: feeLimit!, contract: contractOf(contract!) },
  };
}

function contractOf(message: Uint8Array): TronContract {
  const [type, any] = inOrder(readFields(message), [1, 2], 'contract');
  const [, content] = inOrder(readFields(asBytes(any)), [1, 2], 'parameter').map(asBytes);
  const fields = readFields(content!);
  const address = (value: unknown) => tronText(asBytes(value).slice(1));
  if (type === kinds.coin.type) {
    const [from, to, units] = inOrder(fields, [1, 2, 3], 'transfer');
    return { kind: 'coin', from: address(from), to: address(to), units: asNumber(units) };
  }
  if (type !== kinds.call.type) throw new RangeError('a contract of another kind');
  const [from, contract, data] = inOrder(fields, [1, 2, 4], 'call').map(asBytes);
  return { kind: 'call', from: address(from), contract: address(contract), data: `0x${bytesToHex(data!)}` };
}

function inOrder(fields: readonly ProtobufField[], numbers: readonly number[], what: string): ProtobufField['value'][] {
  if (fields.length !== numbers.length || fields.some(({ number }, at) => number !== numbers[at]))
    throw new RangeError(`other fields than those of a ${what}`);
  return fields.map(({ value }) => value);
}

function asBytes(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new RangeError('a field without bytes');
  return value;
}

function asNumber(value: unknown): bigint {
  if (value === undefined) return 0n;
  if (typeof value !== 'bigint') throw new RangeError('a field without a number');
  return value;
}

function safe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('a time that is none');
  return Number(value);
}
