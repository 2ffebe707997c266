import type { Database, Queryable } from '@bourse/server/src/platform/database.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import type { Connection } from '@bourse/server/src/platform/postgres.ts';
import { openDatabase } from '@bourse/server/src/platform/postgres.ts';
import type { Refusal, Request } from './load.ts';

/**
 * The usual design, done with care: one transaction per order, row locks on the instrument and on the balances it touches; orders, fills and ledger
 * lines as rows; a unique client id. Statements are few and prepared, indexes fit, and the pool has its best size.
 */
export interface ReferenceLedger {
  handle(request: Request): Promise<Refusal | { order: number }>;
  close(): Promise<void>;
}

const schema = `
  CREATE TABLE account_balance (account int, asset int, available bigint NOT NULL CHECK (available >= 0), frozen bigint NOT NULL CHECK (frozen >= 0),
    PRIMARY KEY (account, asset)) WITH (fillfactor = 70);
  CREATE TABLE instrument (id int PRIMARY KEY, base int NOT NULL, quote int NOT NULL, open boolean NOT NULL) WITH (fillfactor = 70);
  CREATE TABLE spot_order (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, client_id uuid NOT NULL, account int NOT NULL, instrument int NOT NULL, side int NOT NULL,
    price bigint NOT NULL, lots bigint NOT NULL, filled bigint NOT NULL DEFAULT 0, open boolean NOT NULL, at timestamptz NOT NULL DEFAULT now(), UNIQUE (account, client_id)) WITH (fillfactor = 80);
  CREATE INDEX spot_asks ON spot_order (instrument, price, id) WHERE open AND side = 1;
  CREATE INDEX spot_bids ON spot_order (instrument, price DESC, id) WHERE open AND side = 0;
  CREATE TABLE spot_fill (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, taker bigint NOT NULL, maker bigint NOT NULL, price bigint NOT NULL, lots bigint NOT NULL, at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE line (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account int NOT NULL, asset int NOT NULL, available bigint NOT NULL, frozen bigint NOT NULL, spot_order bigint NOT NULL);
  CREATE INDEX line_of ON line (account, id);`;

const poolSize = 24;

export async function openReferenceLedger(connection: Connection, customers: number, instruments: number): Promise<ReferenceLedger> {
  const database = openDatabase({ connection, log: silentLog, poolSize });
  await database.query(schema);
  await database.query('INSERT INTO instrument SELECT i, 100 + i, 1, true FROM generate_series(1, $1) i', [instruments]);
  await database.query('INSERT INTO account_balance SELECT a, 1, 1000000000000, 0 FROM generate_series(0, $1 - 1) a', [customers]);
  await database.query(
    'INSERT INTO account_balance SELECT a, 100 + i, 1000000000, 0 FROM generate_series(0, $1 - 1) a, generate_series(1, $2) i',
    [customers, instruments],
  );
  return {
    handle: (request) => (request.kind === 'cancel' ? cancel(database, request) : place(database, request)),
    close: () => database.close(),
  };
}

/** Takes from available into frozen, if there is enough; the row lock orders those who compete. */
const freeze = `UPDATE account_balance SET available = available - $3, frozen = frozen + $3 WHERE account = $1 AND asset = $2 AND available >= $3 RETURNING 1`;
const move = `UPDATE account_balance SET available = available + $3, frozen = frozen + $4 WHERE account = $1 AND asset = $2`;
const writeLine = 'INSERT INTO line (account, asset, available, frozen, spot_order) VALUES ($1, $2, $3, $4, $5)';

function place(database: Database, request: Extract<Request, { kind: 'place' }>): Promise<Refusal | { order: number }> {
  const { account, instrument, side, price, lots, clientId } = request;
  return database.transaction(async (tx) => {
    const [known] = await tx.query<{ id: bigint }>('SELECT id FROM spot_order WHERE account = $1 AND client_id = $2', [account, clientId]);
    if (known) return { order: Number(known.id) };
    const [rules] = await tx.query<{ base: number; quote: number }>(
      'SELECT base, quote FROM instrument WHERE id = $1 AND open FOR UPDATE',
      [instrument],
    );
    if (!rules) return { refused: 'closed' };
    const asset = side === 0 ? rules.quote : rules.base;
    const amount = side === 0 ? price * lots : lots;
    if ((await tx.query(freeze, [account, asset, amount])).length === 0) return { refused: 'balance' };
    const [placed] = await tx.query<{ id: bigint }>(
      'INSERT INTO spot_order (client_id, account, instrument, side, price, lots, open) VALUES ($1, $2, $3, $4, $5, $6, true) RETURNING id',
      [clientId, account, instrument, side, price, lots],
    );
    const order = placed?.id ?? 0n;
    await tx.query(writeLine, [account, asset, -amount, amount, order]);
    await match(tx, request, order, rules);
    return { order: Number(order) };
  });
}

async function match(
  tx: Queryable,
  { account, instrument, side, price, lots }: Extract<Request, { kind: 'place' }>,
  taker: bigint,
  rules: { base: number; quote: number },
) {
  const best =
    side === 0
      ? 'SELECT id, account, price, lots - filled AS left FROM spot_order WHERE instrument = $1 AND open AND side = 1 AND price <= $2 ORDER BY price, id LIMIT 1 FOR UPDATE'
      : 'SELECT id, account, price, lots - filled AS left FROM spot_order WHERE instrument = $1 AND open AND side = 0 AND price >= $2 ORDER BY price DESC, id LIMIT 1 FOR UPDATE';
  let left = BigInt(lots);
  while (left > 0n) {
    const [maker] = await tx.query<{ id: bigint; account: number; price: bigint; left: bigint }>(best, [instrument, price]);
    if (!maker) break;
    const filled = maker.left < left ? maker.left : left;
    const value = filled * maker.price;
    left -= filled;
    await tx.query('UPDATE spot_order SET filled = filled + $2, open = filled + $2 < lots WHERE id = ANY($1)', [[maker.id, taker], filled]);
    await tx.query('INSERT INTO spot_fill (taker, maker, price, lots) VALUES ($1, $2, $3, $4)', [taker, maker.id, maker.price, filled]);
    const [buyer, seller] = side === 0 ? [account, maker.account] : [maker.account, account];
    const reserved = side === 0 ? filled * BigInt(price) : value;
    for (const [who, asset, available, frozen] of [
      [buyer, rules.quote, reserved - value, -reserved],
      [buyer, rules.base, filled, 0n],
      [seller, rules.base, 0n, -filled],
      [seller, rules.quote, value, 0n],
    ] as const) {
      await tx.query(move, [who, asset, available, frozen]);
      await tx.query(writeLine, [who, asset, available, frozen, taker]);
    }
  }
}

function cancel(database: Database, { account, order }: Extract<Request, { kind: 'cancel' }>): Promise<Refusal | { order: number }> {
  return database.transaction(async (tx) => {
    const [found] = await tx.query<{ instrument: number; side: number; price: bigint; left: bigint }>(
      'UPDATE spot_order SET open = false WHERE id = $1 AND account = $2 AND open RETURNING instrument, side, price, lots - filled AS left',
      [order, account],
    );
    if (!found) return { refused: 'finished' };
    const [asset, amount] = found.side === 0 ? [1, found.price * found.left] : [100 + found.instrument, found.left];
    await tx.query(move, [account, asset, amount, -amount]);
    await tx.query(writeLine, [account, asset, amount, -amount, order]);
    return { order };
  });
}
