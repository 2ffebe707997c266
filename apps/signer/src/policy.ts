import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { type Network, networks } from '@bourse/chains';
import { CannotStart } from '@bourse/key-process';
import { base64 } from '@scure/base';
import type { RelyingParty } from './proofs.ts';

/** One rail of the policy. Amounts are in the chain's smallest units. */
export interface RailPolicy {
  rail: number;
  network: Network;
  /** The token's contract, for tokens. */
  token: string | undefined;
  /** Decimals of the asset in the journal. */
  scale: number;
  /** Decimals of the chain's smallest unit. */
  decimals: number;
  /** EIP-155, for EVM chains. */
  chainId: bigint;
  /** BIP 32, of the hot wallet's key. */
  path: string;
  /** The nonce or sequence of the first transaction that the signer makes. */
  firstNonce: number;
  mostUnits: bigint;
  dayUnits: bigint;
  /** For payouts that rest on the server's word for a TOTP code. */
  totpDayUnits: bigint;
  /** From here one operator's signature is needed, and from there two. */
  operatorFrom: bigint;
  secondFrom: bigint;
  /** The most that one transaction may cost, in smallest units of the network's own coin. */
  mostFee: bigint;
  /** Where deposit addresses are swept to: an address, or `hot` for the rail's own hot wallet; and what that may cost a day. Undefined: nothing is swept. */
  sweep: { to: string; dayFee: bigint } | undefined;
}

export interface Policy {
  /** Ed25519: lines from the server carry its signature. */
  serverKey: Uint8Array;
  operators: ReadonlyMap<number, KeyObject>;
  /** Where customers use their passkeys. */
  relyingParty: RelyingParty;
  /** Where operators use theirs. */
  console: RelyingParty;
  rails: ReadonlyMap<number, RailPolicy>;
  /** By network, the account of deposit addresses: an extended public key, or the path of an account of the signer's own seed. */
  accounts: ReadonlyMap<Network, string>;
}

type Fields = Record<string, unknown>;

/** Reads the policy file and lists everything that is wrong with it. Throws `CannotStart`. */
export function readPolicy(text: string): Policy {
  const problems: string[] = [];
  const take = <Value>(what: string, read: () => Value): Value | undefined => {
    try {
      return read();
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
      return undefined;
    }
  };
  const file = take('the file', () => objectOf(JSON.parse(text))) ?? {};
  const serverKey = take('serverKey', () => keyBytes(file['serverKey']));
  const operators = take('operators', () =>
    Object.entries(objectOf(file['operators'])).map(([number, key]) => [wholeOf(Number(number)), operatorKey(key)] as const),
  );
  const relyingParty = take('relyingParty', () => partyOf(objectOf(file['relyingParty'])));
  const operatorsParty = take('console', () => partyOf(objectOf(file['console'])));
  const rails = take('rails', () => listOf(file['rails'])) ?? [];
  const read = rails.map((rail, at) => take(`rails[${at}]`, () => railOf(objectOf(rail))));
  const accounts = take('accounts', () =>
    Object.entries(objectOf(file['accounts'] ?? {})).map(([network, xpub]) => [networkOf(network), textOf(xpub)] as const),
  );
  if (problems.length > 0 || !serverKey || !operators || !relyingParty || !operatorsParty || !accounts)
    throw new CannotStart(`The policy cannot be used.\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  const byNumber = new Map(read.map((rail) => [rail!.rail, rail!]));
  if (byNumber.size !== read.length) throw new CannotStart('The policy names a rail twice.');
  return {
    serverKey,
    operators: new Map(operators),
    relyingParty,
    console: operatorsParty,
    rails: byNumber,
    accounts: new Map(accounts),
  };
}

function railOf(fields: Fields): RailPolicy {
  const network = networkOf(fields['network']);
  return {
    rail: wholeOf(fields['rail']),
    network,
    token: fields['token'] === undefined ? undefined : textOf(fields['token']),
    chainId: networks[network].family === 'evm' ? unitsOf(fields, 'chainId') : 0n,
    scale: wholeOf(fields['scale']),
    decimals: wholeOf(fields['decimals']),
    path: textOf(fields['path']),
    firstNonce: wholeOf(fields['firstNonce'] ?? 0),
    mostUnits: unitsOf(fields, 'mostUnits'),
    dayUnits: unitsOf(fields, 'dayUnits'),
    totpDayUnits: unitsOf(fields, 'totpDayUnits'),
    operatorFrom: unitsOf(fields, 'operatorFrom'),
    secondFrom: unitsOf(fields, 'secondFrom'),
    mostFee: unitsOf(fields, 'mostFee'),
    sweep: fields['sweep'] === undefined ? undefined : sweepOf(objectOf(fields['sweep'])),
  };
}

const sweepOf = (fields: Fields) => ({ to: textOf(fields['to']), dayFee: unitsOf(fields, 'dayFee') });

const partyOf = (fields: Fields): RelyingParty => ({ id: textOf(fields['id']), origins: listOf(fields['origins']).map(textOf) });

function objectOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object');
  return value as Fields;
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('no list');
  return value;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new Error('no text');
  return value;
}

function wholeOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Error('no whole number');
  return value;
}

function unitsOf(fields: Fields, name: string): bigint {
  const value = fields[name];
  if (typeof value !== 'string' || !/^\d{1,40}$/.test(value)) throw new Error(`${name} is no whole number in quotes`);
  return BigInt(value);
}

function networkOf(value: unknown): Network {
  if (typeof value !== 'string' || !Object.hasOwn(networks, value)) throw new Error(`${String(value)} is no network`);
  return value as Network;
}

function keyBytes(value: unknown): Uint8Array {
  const bytes = base64.decode(textOf(value));
  if (bytes.length !== 32) throw new Error('a key has 32 bytes, in base64');
  return bytes;
}

const operatorKey = (value: unknown): KeyObject =>
  createPublicKey({ key: Buffer.from(base64.decode(textOf(value))), format: 'der', type: 'spki' });
