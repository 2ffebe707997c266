import { type DecidedPayout, payoutReasons } from '@bourse/engine/digests';
import { base64 } from '@scure/base';
import { Refused } from './problem.ts';
import type { Assertion } from './proofs.ts';
import { fieldsOf, listOf, textOf, unitsOf, wholeOf } from './rails/fields.ts';

/** A payout as the server asks for it. What can be computed from it is not in it. */
export interface PayoutRequest {
  kind: 'payout';
  venue: string;
  /** As the engine has it while people decide: waiting, and not sent yet. */
  facts: DecidedPayout;
  address: string;
  tag: number | undefined;
  destinationSalt: string;
  fee: unknown;
  owner: { kind: 'totp' } | PasskeyProof;
  approvals: readonly { operator: number; assertion: Assertion }[];
  proposal: { commandId: Uint8Array; proposer: number; reason: (typeof payoutReasons)[number]; evidence: string } | undefined;
}

/** The customer's own proof of the request, as the server had it checked. */
export interface PasskeyProof {
  kind: 'passkey';
  /** SPKI in DER. */
  key: Uint8Array;
  assertion: Assertion;
  /** Of the proof. */
  id: string;
  customer: string;
  commandId: string;
  /** The call's input in its canonical text. */
  input: string;
  /** With the challenge it makes the evidence in the journal. */
  evidenceSalt: string;
}

/** The coins of one deposit address, gathered. `to` is where the server believes that they go; the policy decides it. */
export interface SweepRequest {
  kind: 'sweep';
  id: string;
  rail: number;
  index: number;
  units: bigint;
  to: string;
  fee: unknown;
  /** Coin that a token's address is sent first, for the fee. */
  fuel: bigint | undefined;
}

export type Request =
  | { kind: 'about' }
  | { kind: 'seen'; digest: string }
  | { kind: 'attest'; network: string; account: number; index: number }
  | { kind: 'bump'; id: string; fee: unknown }
  | SweepRequest
  | PayoutRequest;

const sweepForm = /^sweep\/[1-9]\d{0,15}$/;
const digestForm = /^[0-9a-f]{64}$/;
const idForm = /^[a-z]{1,20}\/[1-9]\d{0,15}$/;
const saltForm = digestForm;
/** 32 bytes in base64url, as the journal has digests. */
const engineDigestForm = /^[A-Za-z0-9_-]{43}$/;
const base64Form = /^[A-Za-z0-9+/]{1,16000}={0,2}$/;

/** Reads a request whose signature was checked. Throws `Refused`. */
export function readRequest(body: string): Request {
  const fields = fieldsOf(parsed(body));
  const id = () => textOf(fields['id'], 'id', idForm);
  const account = () => wholeOf(fields['account'], 'account');
  switch (fields['kind']) {
    case 'about':
      return { kind: 'about' };
    case 'seen':
      return { kind: 'seen', digest: textOf(fields['digest'], 'digest', digestForm) };
    case 'attest':
      return {
        kind: 'attest',
        network: textOf(fields['network'], 'network', /^[a-z-]{1,30}$/),
        account: account(),
        index: wholeOf(fields['index'], 'index', 0x7fff_ffff),
      };
    case 'bump':
      return { kind: 'bump', id: id(), fee: fields['fee'] };
    case 'sweep':
      return {
        ...{ kind: 'sweep', id: textOf(fields['id'], 'id', sweepForm), rail: wholeOf(fields['rail'], 'rail') },
        index: wholeOf(fields['index'], 'index', 0x7fff_ffff),
        units: unitsOf(fields['units'], 'units'),
        to: textOf(fields['to'], 'to', /^\S{1,120}$/),
        fee: fieldsOf(fields['fee']),
        fuel: fields['fuel'] === undefined ? undefined : unitsOf(fields['fuel'], 'fuel'),
      };
    case 'payout':
      return {
        kind: 'payout',
        venue: textOf(fields['venue'], 'venue', /^[a-z]{1,20}$/),
        facts: factsOf(fieldsOf(fields['facts'])),
        address: textOf(fields['address'], 'address', /^\S{1,120}$/),
        tag: fields['tag'] === undefined ? undefined : wholeOf(fields['tag'], 'tag', 0xffff_ffff),
        destinationSalt: textOf(fields['destinationSalt'], 'destinationSalt', saltForm),
        fee: fields['fee'],
        owner: ownerOf(fieldsOf(fields['owner'])),
        approvals: listOf(fields['approvals'] ?? [], 'approvals', 10).map((entry) => {
          const one = fieldsOf(entry);
          return { operator: wholeOf(one['operator'], 'operator'), assertion: assertionOf(one['assertion']) };
        }),
        proposal: fields['proposal'] === undefined ? undefined : proposalOf(fieldsOf(fields['proposal'])),
      };
    default:
      throw new Refused('malformed', 'The request is of no known kind.');
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refused('malformed', 'The request is not JSON.');
  }
}

function factsOf(fields: Record<string, unknown>): DecidedPayout {
  const whole = (name: keyof DecidedPayout) => wholeOf(fields[name], name);
  const digest = (name: keyof DecidedPayout) => textOf(fields[name], name, engineDigestForm);
  const { priced, factor } = fields;
  if (typeof priced !== 'boolean') throw new Refused('malformed', 'priced is no truth value.');
  if (factor !== 'totp' && factor !== 'passkey') throw new Refused('malformed', 'A payout is proved by a passkey or by TOTP.');
  return {
    ...{ payout: whole('payout'), account: whole('account'), rail: whole('rail'), destination: whole('destination') },
    ...{ digest: digest('digest'), asset: whole('asset'), amount: whole('amount'), fee: whole('fee'), value: whole('value') },
    ...{ priced, flags: whole('flags'), factor, factorEvidence: digest('factorEvidence'), requestedAt: whole('requestedAt') },
    ...{ state: 'waiting', attempt: 0 },
  };
}

function ownerOf(fields: Record<string, unknown>): PayoutRequest['owner'] {
  if (fields['kind'] === 'totp') return { kind: 'totp' };
  if (fields['kind'] !== 'passkey') throw new Refused('malformed', 'A payout is proved by a passkey or by TOTP.');
  return {
    kind: 'passkey',
    key: base64.decode(textOf(fields['key'], 'key', base64Form)),
    assertion: assertionOf(fields['assertion']),
    id: textOf(fields['id'], 'id', /^[\w-]{1,64}$/),
    customer: textOf(fields['customer'], 'customer', /^\d{1,19}$/),
    commandId: textOf(fields['commandId'], 'commandId', /^[\w-]{1,64}$/),
    input: textOf(fields['input'], 'input', /^\{.{1,4000}$/su),
    evidenceSalt: textOf(fields['evidenceSalt'], 'evidenceSalt', saltForm),
  };
}

function assertionOf(value: unknown): Assertion {
  const fields = fieldsOf(value);
  const part = (name: keyof Assertion) => textOf(fields[name], name, base64Form);
  return { authenticatorData: part('authenticatorData'), clientDataJSON: part('clientDataJSON'), signature: part('signature') };
}

function proposalOf(fields: Record<string, unknown>): PayoutRequest['proposal'] {
  const reason = payoutReasons.find((one) => one === fields['reason']);
  if (reason === undefined) throw new Refused('malformed', 'reason is none of those of a decision.');
  return {
    commandId: Uint8Array.from(Buffer.from(textOf(fields['commandId'], 'commandId', /^[0-9a-f]{32}$/), 'hex')),
    proposer: wholeOf(fields['proposer'], 'proposer'),
    reason,
    evidence: textOf(fields['evidence'], 'evidence', engineDigestForm),
  };
}
