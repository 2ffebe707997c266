import { createHash } from 'node:crypto';
import { isAttested, type Network } from '@bourse/chains';
import { Refusal } from '@bourse/protocol/errors';
import type { Database } from '../../platform/database.ts';
import { type Vault, VaultProblem } from '../port.ts';

export interface OwnAddress {
  network: string;
  index: number;
  account: number;
  address: string;
  tag: number | null;
  attestation: string | null;
}
interface Row extends Record<string, unknown> {
  network: string;
  index: number;
  account: number;
  address: string;
  tag: bigint | null;
  attestation: string | null;
}
const columns = 'network, index, account, address, tag, attestation';
const ownOf = ({ tag, ...rest }: Row): OwnAddress => ({ ...rest, tag: tag === null ? null : Number(tag) });

/** Twelve letters of an address and its tag, in groups of four: two that look alike have other letters. */
export function fingerprintOf(address: string, tag: number | null): string {
  const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
  const hash = createHash('sha256')
    .update(`bourse fingerprint 1\n${address}\n${tag ?? ''}`)
    .digest();
  const text = [...hash.subarray(0, 12)].map((byte) => letters[byte % letters.length]!).join('');
  return text.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Addresses that are read at once. */
const atOnce = 5_000;
/** Places that are read again: one that was taken before another may be written down after it. */
const overlap = 500n;

/** Tags of customers begin here: small ones are used by people for other things. */
const firstIndex = 100_000;

/** Addresses that receive, one for each customer and network. The vault attests each before it is shown, and each is checked against the vault's key again whenever it is. */
export function createAddresses({
  database,
  clock,
  vault,
  alarm,
}: {
  database: Database;
  clock: { now(): number };
  vault: () => Vault | undefined;
  alarm(text: string, network: Network): Promise<void>;
}) {
  const places = new Map<Network, bigint>();
  const find = async (network: string, account: number): Promise<OwnAddress | undefined> => {
    const [row] = await database.query<Row>(`SELECT ${columns} FROM deposit_address WHERE network = $1 AND account = $2`, [
      network,
      account,
    ]);
    return row && ownOf(row);
  };
  const away = (error: unknown): never => {
    if (error instanceof VaultProblem) throw new Refusal('vaultAway');
    throw error;
  };
  const keyOf = async (): Promise<{ vault: Vault; key: string }> => {
    const one = vault();
    if (one === undefined) throw new Refusal('vaultAway');
    return { vault: one, key: one.key ?? (await one.about().catch(away)).vaultKey };
  };
  const fits = ({ network, account, index, address, tag, attestation }: OwnAddress, key: string): boolean =>
    attestation !== null && isAttested({ network, account, index, address, attestation, ...(tag === null ? {} : { tag }) }, key);

  return {
    find,
    /** Whether the vault attested this address to this account. Undefined: the vault was never reached, so nobody knows. */
    async isOwn(one: OwnAddress): Promise<boolean | undefined> {
      const known = await keyOf().catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
      return known && fits(one, known.key);
    },
    /** The customer's address on a chain of ours, made when it is asked for first. Refuses `vaultAway`; an address that somebody altered is never shown, and stops its rails. */
    async own(network: Network, account: number, customerId: string): Promise<OwnAddress & { vaultKey: string }> {
      const { vault: signer, key } = await keyOf();
      const known = await find(network, account);
      if (known !== undefined && known.address !== '') {
        if (!fits(known, key)) {
          await alarm(`The deposit address of account ${account} on ${network} differs from what the vault signed.`, network);
          throw new Refusal('vaultAway');
        }
        return { ...known, vaultKey: key };
      }
      const index = await database.transaction(async (tx) => {
        await tx.query('SELECT pg_advisory_xact_lock(7219, hashtext($1))', [network]);
        const [row] = await tx.query<{ next: number }>(
          'SELECT coalesce(max(index) + 1, $2)::integer AS next FROM deposit_address WHERE network = $1',
          [network, firstIndex],
        );
        // The place is taken before the vault is asked; what it signs is written into it.
        await tx.query(
          `INSERT INTO deposit_address (network, index, account, customer_id, address, made_at) VALUES ($1, $2, $3, $4, '', $5) ON CONFLICT (network, account) DO NOTHING`,
          [network, row!.next, account, customerId, new Date(clock.now())],
        );
        const [taken] = await tx.query<{ index: number }>('SELECT index FROM deposit_address WHERE network = $1 AND account = $2', [
          network,
          account,
        ]);
        return taken!.index;
      });
      const signed = await signer.attest(network, account, index).catch(away);
      const made: OwnAddress = {
        network,
        index,
        account,
        address: signed.address,
        tag: signed.tag ?? null,
        attestation: signed.attestation,
      };
      if (!fits(made, key)) throw new Refusal('vaultAway');
      await database.query(
        "UPDATE deposit_address SET address = $3, tag = $4, attestation = $5, place = nextval('deposit_address_place') WHERE network = $1 AND index = $2 AND address = ''",
        [...[network, index, made.address, made.tag, made.attestation]],
      );
      return { ...made, vaultKey: key };
    },
    /** Adds the addresses of a network, in canonical form, that were made since this was asked last. Of many millions nobody reads all every few seconds. */
    async addFresh(network: Network, to: Set<string>): Promise<void> {
      for (;;) {
        const rows = await database.query<{ address: string; place: bigint }>(
          "SELECT address, place FROM deposit_address WHERE network = $1 AND address <> '' AND place > $2 ORDER BY place LIMIT $3",
          [network, (places.get(network) ?? 0n) - overlap, atOnce],
        );
        const known = to.size;
        for (const { address } of rows) to.add(address);
        const last = rows.at(-1)?.place ?? 0n;
        const ahead = last > (places.get(network) ?? 0n);
        if (ahead) places.set(network, last);
        if (rows.length < atOnce || !(ahead || to.size > known)) return;
      }
    },
    /** Every address that receives on a network, in canonical form. */
    async all(network: Network): Promise<ReadonlySet<string>> {
      const rows = await database.query<{ address: string }>(
        "SELECT DISTINCT address FROM deposit_address WHERE network = $1 AND address <> ''",
        [network],
      );
      return new Set(rows.map(({ address }) => address));
    },
  };
}
export type Addresses = ReturnType<typeof createAddresses>;
