import { base64 } from '@scure/base';
import { Refused } from './problem.ts';
import type { Assertion } from './proofs.ts';
import { fieldsOf, listOf, textOf, unitsOf, wholeOf } from './rails/fields.ts';

/** A payout as the server asks for it. */
export interface PayoutRequest {
  kind: 'payout';
  /** Venue and number of the payout. */
  id: string;
  account: number;
  commandId: string;
  rail: number;
  address: string;
  tag: number | undefined;
  destinationSalt: string;
  units: bigint;
  salt: string;
  fee: unknown;
  owner: { kind: 'totp' } | { kind: 'passkey'; key: Uint8Array; assertion: Assertion };
  approvals: readonly { operator: number; assertion: Assertion }[];
  proposal: { venue: string; commandId: string; proposer: number; body: Uint8Array } | undefined;
}

export type Request =
  | { kind: 'about' }
  | { kind: 'seen'; digest: string }
  | { kind: 'attest'; network: string; account: number; index: number }
  | { kind: 'bump'; id: string; fee: unknown }
  | PayoutRequest;

const digestForm = /^[0-9a-f]{64}$/;
const idForm = /^[a-z]{1,20}\/[1-9]\d{0,15}$/;
const commandForm = /^[\w-]{1,64}$/;
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
    case 'payout':
      return {
        kind: 'payout',
        id: id(),
        account: account(),
        commandId: textOf(fields['commandId'], 'commandId', commandForm),
        rail: wholeOf(fields['rail'], 'rail'),
        address: textOf(fields['address'], 'address', /^\S{1,120}$/),
        tag: fields['tag'] === undefined ? undefined : wholeOf(fields['tag'], 'tag', 0xffff_ffff),
        destinationSalt: textOf(fields['destinationSalt'], 'destinationSalt', digestForm),
        units: unitsOf(fields['units'], 'units'),
        salt: textOf(fields['salt'], 'salt', digestForm),
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

function ownerOf(fields: Record<string, unknown>): PayoutRequest['owner'] {
  if (fields['kind'] === 'totp') return { kind: 'totp' };
  if (fields['kind'] !== 'passkey') throw new Refused('malformed', 'A payout is proved by a passkey or by TOTP.');
  return { kind: 'passkey', key: base64.decode(textOf(fields['key'], 'key', base64Form)), assertion: assertionOf(fields['assertion']) };
}

function assertionOf(value: unknown): Assertion {
  const fields = fieldsOf(value);
  const part = (name: keyof Assertion) => textOf(fields[name], name, base64Form);
  return { authenticatorData: part('authenticatorData'), clientDataJSON: part('clientDataJSON'), signature: part('signature') };
}

const proposalOf = (fields: Record<string, unknown>): PayoutRequest['proposal'] => ({
  venue: textOf(fields['venue'], 'venue', /^[a-z]{1,20}$/),
  commandId: textOf(fields['commandId'], 'commandId', commandForm),
  proposer: wholeOf(fields['proposer'], 'proposer'),
  body: Uint8Array.from(Buffer.from(textOf(fields['body'], 'body', /^(?:[0-9a-f]{2}){1,8000}$/), 'hex')),
});
