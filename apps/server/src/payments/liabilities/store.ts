import { createHmac, randomBytes } from 'node:crypto';
import { firstCustomer, House } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { type AssetLiabilities, type LiabilityLeaf, liabilitiesDigest, SumTree } from '@bourse/transparency';
import type { Database, Queryable } from '../../platform/database.ts';

/** What customers are owed of one asset, and what the house holds of it, in minor units. */
export interface AssetOwed {
  asset: number;
  /** By account, in the order of the accounts. Only amounts above zero. */
  customers: readonly { account: number; amount: bigint }[];
  house: bigint;
}
/** The ledger at one command of the journal. */
export interface Owed {
  seq: number;
  assets: readonly AssetOwed[];
}
export interface Stored {
  id: bigint;
  at: Date;
  seq: number;
  secret: Buffer;
  digest: Buffer;
  anchorSeq: number | null;
}
export interface StoredAsset {
  asset: number;
  root: Buffer;
  total: bigint;
  house: bigint;
  customers: number;
}

/** The salt of a customer's leaf: it follows from the secret of that day, and says nothing about any other salt. */
const saltOf = (secret: Uint8Array, asset: number, account: number): Uint8Array =>
  new Uint8Array(createHmac('sha256', secret).update(`${asset}/${account}`).digest());

const leafBytes = 20;
function leavesText(customers: AssetOwed['customers']): Buffer {
  const bytes = Buffer.alloc(customers.length * leafBytes);
  customers.forEach(({ account, amount }, at) => {
    bytes.writeUInt32BE(account, at * leafBytes);
    bytes.writeBigUInt64BE(amount >> 64n, at * leafBytes + 4);
    bytes.writeBigUInt64BE(amount & 0xffff_ffff_ffff_ffffn, at * leafBytes + 12);
  });
  return bytes;
}
export function readLeaves(bytes: Buffer): { account: number; amount: bigint }[] {
  return Array.from({ length: Math.floor(bytes.length / leafBytes) }, (_, at) => ({
    account: bytes.readUInt32BE(at * leafBytes),
    amount: (bytes.readBigUInt64BE(at * leafBytes + 4) << 64n) | bytes.readBigUInt64BE(at * leafBytes + 12),
  }));
}

const rest = () => new Promise<void>((resolve) => setImmediate(resolve));
export const leavesOf = (secret: Uint8Array, asset: number, customers: AssetOwed['customers']): LiabilityLeaf[] =>
  customers.map(({ account, amount }) => ({ account, amount, salt: saltOf(secret, asset, account) }));

/** Builds the tree of each asset. The loop is free in between. */
export async function treesOf(secret: Uint8Array, { seq, assets }: Owed): Promise<{ trees: Map<number, SumTree>; digest: Buffer }> {
  const trees = new Map<number, SumTree>();
  for (const { asset, customers } of assets) trees.set(asset, await SumTree.build(leavesOf(secret, asset, customers), rest));
  const roots = [...trees].map(([asset, { root, count }]): AssetLiabilities => ({ asset, root, count }));
  return { trees, digest: Buffer.from(liabilitiesDigest(seq, roots)) };
}

/** What each customer is owed of each asset, in all wallets, available and frozen, as the histories hold it at one command. */
export const readOwed = (database: Database, venue: Venue): Promise<Owed> =>
  database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const [at] = await tx.query<{ seq: bigint }>('SELECT seq FROM projection_checkpoint WHERE venue = $1', [venue]);
    const customers = await tx.query<{ asset: number; account: number; amount: string }>(
      `SELECT asset, account, sum(available + frozen)::text AS amount FROM balance
       WHERE venue = $1 AND account >= $2 GROUP BY asset, account HAVING sum(available + frozen) <> 0 ORDER BY asset, account`,
      [venue, firstCustomer],
    );
    const house = await tx.query<{ asset: number; amount: string }>(
      `SELECT asset, sum(available + frozen)::text AS amount FROM balance WHERE venue = $1 AND account < $2 AND account <> $3 GROUP BY asset`,
      [venue, firstCustomer, House.external],
    );
    return {
      seq: Number(at?.seq ?? 0n),
      assets: groupOwed(
        customers.map((row) => ({ ...row, amount: BigInt(row.amount) })),
        new Map(house.map(({ asset, amount }) => [asset, BigInt(amount)])),
      ),
    };
  });

/** Rows of customers by asset. Assets of which nobody holds anything are left out. */
export function groupOwed(
  rows: readonly { asset: number; account: number; amount: bigint }[],
  house: ReadonlyMap<number, bigint>,
): AssetOwed[] {
  const ids = new Set([...rows.map(({ asset }) => asset), ...[...house].filter(([, amount]) => amount !== 0n).map(([asset]) => asset)]);
  return [...ids]
    .sort((a, b) => a - b)
    .map((asset) => ({
      asset,
      customers: rows.filter((row) => row.asset === asset).map(({ account, amount }) => ({ account, amount })),
      house: house.get(asset) ?? 0n,
    }));
}

/** Stores the trees of one period. Undefined when the period has its trees already. */
export async function store(database: Database, venue: Venue, period: number, at: Date, owed: Owed): Promise<Stored | undefined> {
  const secret = randomBytes(32);
  const { trees, digest } = await treesOf(secret, owed);
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ id: bigint }>(
      'INSERT INTO liabilities (venue, period, at, seq, secret, digest) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (venue, period) DO NOTHING RETURNING id',
      [venue, period, at, owed.seq, secret, digest],
    );
    if (!row) return undefined;
    for (const { asset, customers, house } of owed.assets) {
      const { root, count } = trees.get(asset)!;
      await tx.query(
        'INSERT INTO liabilities_asset (liabilities_id, asset, root, total, house, customers, leaves) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [row.id, asset, Buffer.from(root.hash), String(root.sum), String(house), count, leavesText(customers)],
      );
    }
    return { id: row.id, at, seq: owed.seq, secret, digest, anchorSeq: null };
  });
}

const columns = 'id, at, seq, secret, digest, anchor_seq';
interface Row extends Record<string, unknown> {
  id: bigint;
  at: Date;
  seq: bigint;
  secret: Buffer;
  digest: Buffer;
  anchor_seq: bigint | null;
}
const storedOf = ({ anchor_seq, seq, ...row }: Row): Stored => ({
  ...row,
  seq: Number(seq),
  anchorSeq: anchor_seq === null ? null : Number(anchor_seq),
});

/** Trees whose digest is not in the journal yet, the oldest first. */
export const notAnchored = async (db: Queryable, venue: Venue): Promise<Stored[]> =>
  (await db.query<Row>(`SELECT ${columns} FROM liabilities WHERE venue = $1 AND anchor_seq IS NULL ORDER BY id`, [venue])).map(storedOf);

/** The newest trees whose digest the journal holds: only these are published. */
export async function newestAnchored(db: Queryable, venue: Venue): Promise<Stored | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${columns} FROM liabilities WHERE venue = $1 AND anchor_seq IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [venue],
  );
  return row && storedOf(row);
}

/** All trees of a venue, in the order of their commands. */
export const everyStored = async (db: Queryable, venue: Venue): Promise<Stored[]> =>
  (await db.query<Row>(`SELECT ${columns} FROM liabilities WHERE venue = $1 ORDER BY seq, id`, [venue])).map(storedOf);

export async function assetsOf(db: Queryable, id: bigint): Promise<StoredAsset[]> {
  const rows = await db.query<{ asset: number; root: Buffer; total: string; house: string; customers: number }>(
    'SELECT asset, root, total::text, house::text, customers FROM liabilities_asset WHERE liabilities_id = $1 ORDER BY asset',
    [id],
  );
  return rows.map((row) => ({ ...row, total: BigInt(row.total), house: BigInt(row.house) }));
}

export async function owedIn(db: Queryable, { id, seq }: Pick<Stored, 'id' | 'seq'>): Promise<Owed> {
  const rows = await db.query<{ asset: number; house: string; leaves: Buffer }>(
    'SELECT asset, house::text, leaves FROM liabilities_asset WHERE liabilities_id = $1 ORDER BY asset',
    [id],
  );
  return { seq, assets: rows.map(({ asset, house, leaves }) => ({ asset, house: BigInt(house), customers: readLeaves(leaves) })) };
}
