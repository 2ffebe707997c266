import { createHmac, randomBytes } from 'node:crypto';
import { firstCustomer, House } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { type AssetLiabilities, type LiabilityLeaf, liabilitiesDigest, SumTree } from '@bourse/transparency';
import type { Database, Queryable } from '../../platform/database.ts';
import { LeavesWriter, type OwedTo, PackedLeaves } from './leaves.ts';

/** What customers are owed of one asset, and what the house holds of it, in minor units. */
export interface AssetOwed {
  asset: number;
  /** Only amounts above zero. */
  customers: PackedLeaves;
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

/** Everything else that waits has its turn. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
export function* leavesOf(secret: Uint8Array, asset: number, customers: Iterable<OwedTo>): Generator<LiabilityLeaf> {
  for (const { account, amount } of customers) yield { account, amount, salt: saltOf(secret, asset, account) };
}

/** Builds the tree of each asset. The loop is free in between. */
export async function treesOf(
  secret: Uint8Array,
  { seq, assets }: Owed,
  rest: () => Promise<void> = turn,
): Promise<{ trees: Map<number, SumTree>; digest: Buffer }> {
  const trees = new Map<number, SumTree>();
  for (const { asset, customers } of assets)
    trees.set(asset, await SumTree.build(leavesOf(secret, asset, customers), { rest, count: customers.count }));
  const roots = [...trees].map(([asset, { root, count }]): AssetLiabilities => ({ asset, root, count }));
  return { trees, digest: Buffer.from(liabilitiesDigest(seq, roots)) };
}

/** Rows that are read at a time: parsing more of them would hold the loop. */
const rowsAtOnce = 4_000;

/** What each customer is owed of each asset, in all wallets, available and frozen, as the histories hold it at one command. */
export const readOwed = (database: Database, venue: Venue): Promise<Owed> =>
  database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const [at] = await tx.query<{ seq: bigint }>('SELECT seq FROM projection_checkpoint WHERE venue = $1', [venue]);
    const house = await tx.query<{ asset: number; amount: string }>(
      `SELECT asset, sum(available + frozen)::text AS amount FROM balance WHERE venue = $1 AND account < $2 AND account <> $3 GROUP BY asset`,
      [venue, firstCustomer, House.external],
    );
    const owed = new OwedWriter();
    await tx.query(
      `DECLARE owed NO SCROLL CURSOR FOR SELECT asset, account, sum(available + frozen)::text AS amount FROM balance
       WHERE venue = '${venue}' AND account >= ${firstCustomer} GROUP BY asset, account HAVING sum(available + frozen) <> 0 ORDER BY asset, account`,
    );
    for (;;) {
      const rows = await tx.query<{ asset: number; account: number; amount: string }>(`FETCH ${rowsAtOnce} FROM owed`);
      for (const { asset, account, amount } of rows) owed.add(asset, { account, amount: BigInt(amount) });
      if (rows.length < rowsAtOnce) break;
    }
    await tx.query('CLOSE owed');
    return { seq: Number(at?.seq ?? 0n), assets: owed.assets(new Map(house.map(({ asset, amount }) => [asset, BigInt(amount)]))) };
  });

/** Takes what customers are owed, of each asset in the order of the accounts. */
export class OwedWriter {
  private readonly customers = new Map<number, LeavesWriter>();

  add(asset: number, owed: OwedTo): void {
    const writer = this.customers.get(asset) ?? new LeavesWriter();
    this.customers.set(asset, writer);
    writer.add(owed);
  }

  /** Assets of which nobody holds anything are left out. */
  assets(house: ReadonlyMap<number, bigint>): AssetOwed[] {
    const ids = new Set([...this.customers.keys(), ...[...house].filter(([, amount]) => amount !== 0n).map(([asset]) => asset)]);
    return [...ids]
      .sort((a, b) => a - b)
      .map((asset) => ({
        asset,
        customers: (this.customers.get(asset) ?? new LeavesWriter()).leaves(),
        house: house.get(asset) ?? 0n,
      }));
  }
}

/** What was stored, with its trees. */
export interface Built {
  stored: Stored;
  owed: Owed;
  trees: Map<number, SumTree>;
}
/** Stores the trees of one period. Undefined when the period has its trees already. */
export async function store(database: Database, venue: Venue, period: number, at: Date, owed: Owed): Promise<Built | undefined> {
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
        [row.id, asset, Buffer.from(root.hash), String(root.sum), String(house), count, customers.bytes],
      );
    }
    return { stored: { id: row.id, at, seq: owed.seq, secret, digest, anchorSeq: null }, owed, trees };
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

/** How many leaves all trees together have. */
export async function countOf(db: Queryable, id: bigint): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(
    'SELECT coalesce(sum(customers), 0)::bigint AS count FROM liabilities_asset WHERE liabilities_id = $1',
    [id],
  );
  return Number(row?.count ?? 0n);
}

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
  return { seq, assets: rows.map(({ asset, house, leaves }) => ({ asset, house: BigInt(house), customers: new PackedLeaves(leaves) })) };
}
