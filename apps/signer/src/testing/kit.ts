import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destinationDigest, digestOfBody, inJournal, openLine, payoutEvidence, signLine } from '@bourse/chains';
import { type DecidedPayout, payoutDigest, proposalDigest } from '@bourse/engine/digests';
import { canonicalJson } from '@bourse/protocol/canonical';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base64 } from '@scure/base';
import { challengeOf } from '../owner.ts';
import type { PasskeyProof } from '../request.ts';

export const serverSecret = new Uint8Array(32).fill(5);
const origin = 'http://localhost:8080';
const consoleOrigin = 'http://localhost:8081';

/** A person's authenticator with one P-256 key. */
export class Authenticator {
  readonly spki: string;
  private readonly secret: KeyObject;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.secret = privateKey;
    this.spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  }

  assert(challenge: string, { party = 'localhost', flags = 0x05, from = origin } = {}) {
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: from }));
    const authenticator = Buffer.concat([createHash('sha256').update(party).digest(), Buffer.from([flags, 0, 0, 0, 1])]);
    const signed = Buffer.concat([authenticator, createHash('sha256').update(client).digest()]);
    const part = (bytes: Buffer) => bytes.toString('base64');
    return { authenticatorData: part(authenticator), clientDataJSON: part(client), signature: part(sign('sha256', signed, this.secret)) };
  }
}

export const operators = [new Authenticator(), new Authenticator(), new Authenticator()];

/** Accounts of BIP 32 for a test; the policy of the real exchange has the exchange's own. */
const testXpub = 'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';

export const tronToken = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

export const policy = () => ({
  serverKey: base64.encode(ed25519.getPublicKey(serverSecret)),
  operators: Object.fromEntries(operators.map(({ spki }, at) => [at + 1, spki])),
  relyingParty: { id: 'localhost', origins: [origin] },
  console: { id: 'localhost', origins: [consoleOrigin] },
  accounts: { bitcoin: testXpub, ethereum: testXpub, xrp: testXpub },
  rails: [
    { ...limits('10000'), rail: 1, network: 'ethereum', chainId: '31337', path: "m/44'/60'/0'/0/0", mostFee: '1000000000000000' },
    {
      ...limits('10000'),
      rail: 2,
      network: 'ethereum',
      chainId: '31337',
      path: "m/44'/60'/0'/0/0",
      mostFee: '1000000000000000',
      token: `0x${'ab'.repeat(20)}`,
    },
    { ...limits('10000'), rail: 3, network: 'xrp', path: "m/44'/144'/0'/0/0", mostFee: '5000', firstNonce: 70 },
    { ...limits('100000'), rail: 4, network: 'bitcoin', path: "m/84'/0'/0'/0/0", mostFee: '20000' },
    { ...limits('10000'), rail: 5, network: 'tron', path: "m/44'/195'/0'/0/0", mostFee: '30000000' },
    { ...limits('10000'), rail: 6, network: 'tron', path: "m/44'/195'/0'/0/0", mostFee: '30000000', token: tronToken },
  ],
});

const limits = (day: string) => ({
  scale: 6,
  decimals: 6,
  mostUnits: day,
  dayUnits: day,
  totpDayUnits: '1000',
  operatorFrom: '2000',
  secondFrom: '5000',
});

export function newFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'bourse-signer-')), 'vault');
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy()));
  return folder;
}

const salt = (number: number) => number.toString(16).padStart(64, '0');
const addresses: Record<number, { address: string; tag?: number }> = {
  1: { address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
  2: { address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
  3: { address: 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3', tag: 9 },
  4: { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
  5: { address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' },
  6: { address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' },
};
/** Of a block of TRON: its id begins with its height. */
export const tronBlock = { block: `0x${'2f7b3b'.padStart(16, '0')}${'b2'.repeat(24)}`, time: 1_770_000_000_000 };
export const fees: Record<number, unknown> = {
  1: { gasLimit: '21000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' },
  2: { gasLimit: '65000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' },
  3: { fee: '12', lastLedger: 5000 },
  4: { fee: '500', inputs: [{ txHash: 'a'.repeat(64), output: 1, units: '90000' }] },
  5: { ...tronBlock, feeLimit: '1100000', expiration: tronBlock.time + 600_000 },
  6: { ...tronBlock, feeLimit: '15000000', expiration: tronBlock.time + 600_000 },
};

const fee = 10n;

/** A payout as an honest server asks for it, proved by a passkey when there is one, else by TOTP. */
export function payoutOf(
  number: number,
  {
    rail = 1 as number,
    units = 100n,
    by = undefined as Authenticator | undefined,
    approvedBy = [] as number[],
    account = 7,
    to = undefined as { address: string; tag?: number } | undefined,
    /** Figures that the owner did not sign. */
    told = {} as Partial<DecidedPayout>,
  } = {},
) {
  const receiver = { ...(to ?? addresses[rail]!) };
  const destination = destinationDigest({ account, rail, ...receiver, salt: salt(1) });
  const amount = Number(units + fee);
  const decimal = `${Math.floor(amount / 1e6)}.${String(amount % 1e6).padStart(6, '0')}`;
  const input = canonicalJson({ channel: rail, amount: decimal, destinationId: '12', ...receiver });
  const proof = {
    kind: 'passkey',
    id: `proof-${number}`,
    customer: '70',
    commandId: `command-${number}`,
    input,
    evidenceSalt: salt(2),
  } as const;
  const challenge = challengeOf(proof as unknown as PasskeyProof, { venue: 'real', facts: { account } as DecidedPayout });
  const facts: DecidedPayout = {
    ...{ payout: number, account, rail, destination: 12, digest: inJournal(destination), asset: 3, amount, fee: Number(fee) },
    ...{ value: amount, priced: true, flags: 1, factor: by === undefined ? 'totp' : 'passkey', requestedAt: 1_770_000_000_000 },
    ...{ factorEvidence: payoutEvidence(challenge, salt(2)), state: 'waiting', attempt: 0, ...told },
  };
  const digest = payoutDigest('real', facts);
  const decided = { reason: 'none', evidence: inJournal(salt(3)) } as const;
  const proposal = { commandId: number.toString(16).padStart(32, '0'), proposer: approvedBy[0] ?? 1, ...decided };
  const passes = { kind: 'passPayout', payout: number, digest, ...decided } as const;
  const signed = proposalDigest('real', Uint8Array.from(Buffer.from(proposal.commandId, 'hex')), proposal.proposer, passes);
  return {
    kind: 'payout',
    venue: 'real',
    facts,
    ...receiver,
    destinationSalt: salt(1),
    fee: fees[rail],
    owner: by === undefined ? { kind: 'totp' } : { ...proof, key: by.spki, assertion: by.assert(challenge) },
    approvals: approvedBy.map((operator) => ({
      operator,
      assertion: operators[operator - 1]!.assert(signed, { from: consoleOrigin }),
    })),
    ...(approvedBy.length > 0 ? { proposal } : {}),
    challenge,
    destination,
  };
}

export type Asked = (content: unknown) => Record<string, unknown>;

/** Signs a request as the server, and opens the answer as the server does. */
export const lineOf = (content: unknown) => signLine('to the signer', content, serverSecret);

export function opened(line: string, vaultKey: string, request: string): Record<string, unknown> {
  const body = openLine('from the signer', line, base64.decode(vaultKey));
  if (body === undefined) throw new Error('the answer is not signed by the signer');
  const content = JSON.parse(body) as Record<string, unknown>;
  const asked = (JSON.parse(request) as { body?: string }).body;
  if (content['asked'] !== digestOfBody(asked ?? '') && content['problem'] !== 'notSigned')
    throw new Error('the answer is to another request');
  return content;
}
