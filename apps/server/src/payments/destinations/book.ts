import { createHmac } from 'node:crypto';
import { checkIban } from '@bourse/bank-files';
import { checkAddress, destinationDigest, inJournal } from '@bourse/chains';
import type { Destination } from '@bourse/engine';
import { canonicalJson } from '@bourse/protocol/canonical';
import { Refusal } from '@bourse/protocol/errors';
import type { Database } from '../../platform/database.ts';
import { NotSealedHere, seal, unseal } from '../../platform/sealing.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Rail, Rails } from '../port.ts';

/** Who is paid. `account`: an IBAN without spaces. */
export type Receiver =
  | { kind: 'address'; address: string; tag: number | null; owner: 'self' | 'provider' }
  | { kind: 'bank'; bank: string; bic: string | null; holder: string; account: string };

/** A destination as the engine has it, with what the journal does not say. */
export interface Entry {
  engine: Destination;
  rail: Rail;
  receiver: Receiver;
  label: string;
  salt: Buffer;
  /** From when on payouts to it can leave: the engine and the signer each wait a day from when they learnt of it, and the signer may have learnt of it later. */
  usableFrom: number;
}

interface Row {
  account: number;
  digest: string;
  rail: number;
  salt: Buffer;
  sealed: Buffer;
  label: string;
}

/** What the digest says of a receiver: an address and its tag, or an IBAN. */
export const placeOf = (receiver: Receiver): { address: string; tag: number | undefined } =>
  receiver.kind === 'address'
    ? { address: receiver.address, tag: receiver.tag ?? undefined }
    : { address: receiver.account, tag: undefined };

export interface BookParts {
  database: Database;
  clock: { now(): number };
  real: EnginePort;
  rails: Rails;
  /** Seals receivers, and makes salts. */
  key: Uint8Array;
}

/** SQL for a digest of the journal, which is base64url, as the signer's table has it. */
export const inHex = (column: string) => `encode(decode(translate(${column}, '-_', '+/') || '=', 'base64'), 'hex')`;

const sealedName = (account: number, digest: string) => `destination ${account} ${digest}`;

/**
 * Where customers let themselves be paid. The engine has the list; this room knows who stands behind each digest. A row without a destination of the engine is nothing:
 * a crash between both leaves no trace.
 */
export function createBook({ database, clock, real, rails, key }: BookParts) {
  /** Nobody who has the journal can guess the receiver, and the same receiver has the same digest, so that the engine itself refuses it a second time. */
  const digestOf = (account: number, rail: number, receiver: Receiver): { digest: string; salt: Buffer } => {
    const place = placeOf(receiver);
    const salt = createHmac('sha256', key)
      .update(canonicalJson(['bourse destination salt 1', account, rail, place.address, place.tag ?? null]))
      .digest();
    return { digest: destinationDigest({ account, rail, ...place, salt: salt.toString('hex') }), salt };
  };
  const joined = async (account: number, known: readonly Destination[]): Promise<Entry[]> => {
    if (known.length === 0) return [];
    const rows = await database.query<Row & { signer_from: Date | null } & Record<string, unknown>>(
      `SELECT d.account, d.digest, d.rail, d.salt, d.sealed, d.label, t.usable_from AS signer_from FROM destination d
         LEFT JOIN vault_told t ON t.digest = ${inHex('d.digest')} WHERE d.account = $1 AND d.digest = ANY($2)`,
      [account, known.map(({ digest }) => digest)],
    );
    const byDigest = new Map(rows.map((row) => [row.digest, row]));
    return known.flatMap((engine) => {
      const row = byDigest.get(engine.digest);
      const rail = rails.get(engine.rail);
      const receiver = row && opened(row);
      if (!row || !rail || !receiver) return [];
      const usableFrom = Math.max(engine.usableFrom, row.signer_from?.getTime() ?? 0);
      return [{ engine, rail, label: row.label, salt: row.salt, receiver, usableFrom }];
    });
  };
  /** Undefined for a row that somebody altered: it is nobody's receiver. */
  const opened = ({ account, digest, sealed }: Pick<Row, 'account' | 'digest' | 'sealed'>): Receiver | undefined => {
    try {
      return JSON.parse(unseal(key, sealedName(account, digest), sealed).toString()) as Receiver;
    } catch (error) {
      if (error instanceof NotSealedHere) return undefined;
      throw error;
    }
  };
  const all = async (account: number): Promise<Entry[]> =>
    joined(account, (await real.read((engine) => engine.payments().destinations(account))).value);

  return {
    all,
    async one(account: number, id: string): Promise<Entry> {
      const found = (await all(account)).find(({ engine }) => String(engine.destination) === id);
      if (found === undefined) throw new Refusal('destinationUnknown');
      return found;
    },
    /** The receivers of payouts, also of destinations that were dropped since. By account and digest. */
    async receivers(
      wanted: readonly { account: number; digest: string }[],
    ): Promise<Map<string, { receiver: Receiver; label: string; salt: Buffer }>> {
      const rows = await database.query<Row & Record<string, unknown>>(
        'SELECT account, digest, rail, salt, sealed, label FROM destination WHERE (account, digest) IN (SELECT * FROM unnest($1::integer[], $2::text[]))',
        [wanted.map(({ account }) => account), wanted.map(({ digest }) => digest)],
      );
      return new Map(
        rows.flatMap((row) => {
          const receiver = opened(row);
          return receiver ? [[`${row.account} ${row.digest}`, { receiver, label: row.label, salt: row.salt }] as const] : [];
        }),
      );
    },
    /** Writes down who stands behind a digest, before the engine hears of it. Answers the digest in hexadecimal and as the journal has it. */
    async write(account: number, customerId: string, rail: number, receiver: Receiver, label: string) {
      const { digest: hex, salt } = digestOf(account, rail, receiver);
      const digest = inJournal(hex);
      const sealed = seal(key, sealedName(account, digest), Buffer.from(JSON.stringify(receiver)));
      await database.query(
        `INSERT INTO destination (account, digest, customer_id, rail, salt, sealed, label, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (account, digest) DO NOTHING`,
        [account, digest, customerId, rail, salt, sealed, label, new Date(clock.now())],
      );
      return { hex, digest };
    },
    /** Once the engine has it: what the customer says beside the receiver is the newest. */
    describe: (account: number, digest: string, label: string, receiver?: Receiver) =>
      database.query('UPDATE destination SET label = $3, sealed = coalesce($4, sealed) WHERE account = $1 AND digest = $2', [
        ...[account, digest, label],
        receiver === undefined ? null : seal(key, sealedName(account, digest), Buffer.from(JSON.stringify(receiver))),
      ]),
  };
}
export type Book = ReturnType<typeof createBook>;

/** An address in its one canonical form. Refuses with what is wrong with it. */
export function readAddress(rail: Rail, text: string, tag: number | undefined): { address: string; tag: number | null } {
  if (rail.source.kind !== 'chain') throw new Refusal('channelUnknown');
  const checked = checkAddress(rail.source.network, text, tag);
  if (checked.ok) return { address: checked.address, tag: checked.tag ?? null };
  if (checked.problem === 'tagMissing') throw new Refusal('tagMissing');
  throw new Refusal('addressInvalid', { problem: checked.problem });
}

export function readIban(text: string): string {
  const checked = checkIban(text);
  if (!checked.ok) throw new Refusal('accountNumberInvalid', { problem: checked.problem });
  return checked.account;
}
