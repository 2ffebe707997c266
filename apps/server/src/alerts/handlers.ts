import type { PriceAlert } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import { exactTicks } from '../calls/figures.ts';
import type { Handlers, SignedInContext } from '../calls/handlers.ts';
import type { Board } from '../market/board.ts';
import { priceText } from '../market/figures.ts';
import type { Catalogue } from '../market/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { type AlertWatch, afterSplits } from './alert-watch.ts';

type Names = 'GET pay/price-alert/page' | 'POST pay/price-alert/create' | 'POST pay/price-alert/delete';

/** Alerts of one customer that may wait at once, and that may be told in a day: each of them is a stored notice. */
export const waitingAtMost = 50;
export const toldADayAtMost = 200;
const dayMs = 86_400_000;
/** How long an alert that was told stays in the list. */
export const toldKeptMs = 30 * dayMs;

interface Row {
  id: bigint;
  instrument: number;
  price: bigint;
  priced_ms: bigint;
  direction: 1 | -1;
  created_ms: bigint;
  fired_ms: bigint | null;
  fired_price: bigint | null;
}
const columns = 'id, instrument, price, priced_ms, direction, created_ms, fired_ms, fired_price';

type Parts = { database: Database; board: Board; catalogue: Catalogue; clock: Pick<Clock, 'now'>; watch: Pick<AlertWatch, 'added'> };

export function alertHandlers({ database, board, catalogue, clock, watch }: Parts): Handlers<Names> {
  const found = (symbol: string) => {
    const instrument = catalogue.instrumentBySymbol(symbol);
    const live = instrument && board.get(instrument.id);
    if (!live) throw new Refusal('instrumentUnknown');
    return live;
  };

  /** Empty for an instrument that is not listed any more. */
  const viewOf = (row: Row): PriceAlert[] => {
    const live = board.get(row.instrument);
    if (!live) return [];
    const { instrument } = live;
    const splits = row.fired_ms === null ? board.splitsOf(live, Number(row.priced_ms), clock.now()) : [];
    return [
      {
        id: String(row.id),
        symbol: instrument.symbol,
        price: priceText(instrument, afterSplits(Number(row.price), splits)),
        direction: row.direction,
        createdAt: Number(row.created_ms),
        firedAt: row.fired_ms === null ? null : Number(row.fired_ms),
        firedPrice: row.fired_price === null ? null : priceText(instrument, Number(row.fired_price)),
      },
    ];
  };

  const mayAdd = async (tx: Queryable, customer: string) => {
    const [counted] = await tx.query<{ waiting: bigint; told: bigint }>(
      `SELECT count(*) FILTER (WHERE fired_ms IS NULL) AS waiting, count(*) FILTER (WHERE fired_ms > $2) AS told
       FROM price_alert WHERE customer_id = $1`,
      [customer, clock.now() - dayMs],
    );
    if (Number(counted?.waiting ?? 0n) >= waitingAtMost) throw new Refusal('alertLimit', { limit: waitingAtMost, period: 'waiting' });
    if (Number(counted?.told ?? 0n) >= toldADayAtMost) throw new Refusal('alertLimit', { limit: toldADayAtMost, period: 'day' });
  };

  const add = async ({ session }: SignedInContext, live: ReturnType<typeof found>, price: number): Promise<Row> => {
    const { id } = live.instrument;
    const row = await database.transaction(async (tx) => {
      // Additions of one customer run one after another. Otherwise two at once could exceed the limit together.
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [`alert:${session.customerId}`]);
      const [known] = await tx.query<Row>(
        `SELECT ${columns} FROM price_alert WHERE customer_id = $1 AND instrument = $2 AND price = $3 AND fired_ms IS NULL`,
        [session.customerId, id, price],
      );
      if (known) return known;
      await mayAdd(tx, session.customerId);
      const now = clock.now();
      const [made] = await tx.query<Row>(
        `INSERT INTO price_alert (customer_id, venue, account, instrument, price, priced_ms, direction, created_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $6) RETURNING ${columns}`,
        [session.customerId, session.venue, session.account, id, price, now, price > live.last ? 1 : -1],
      );
      return made;
    });
    if (!row) throw new Error('an alert was inserted but not returned');
    watch.added(id, price, row.direction, Number(row.priced_ms));
    return row;
  };

  return {
    'GET pay/price-alert/page': async ({ pageNo, pageSize, symbol }, { session }) => {
      const instrument = symbol === undefined ? null : found(symbol).instrument.id;
      const where = 'customer_id = $1 AND ($2::int IS NULL OR instrument = $2) AND (fired_ms IS NULL OR fired_ms > $3)';
      const values = [session.customerId, instrument, clock.now() - toldKeptMs];
      const [rows, [counted]] = await Promise.all([
        database.query<Row>(
          `SELECT ${columns} FROM price_alert WHERE ${where} ORDER BY fired_ms DESC NULLS FIRST, id DESC LIMIT $4 OFFSET $5`,
          [...values, ...[pageSize, (pageNo - 1) * pageSize]],
        ),
        database.query<{ n: bigint }>(`SELECT count(*) AS n FROM price_alert WHERE ${where}`, values),
      ]);
      return { list: rows.flatMap(viewOf), total: Number(counted?.n ?? 0n), pageNo, pageSize };
    },

    'POST pay/price-alert/create': async ({ symbol, price }, context) => {
      const live = found(symbol);
      const ticks = exactTicks(live.instrument, price);
      if (live.last <= 0) throw new Refusal('alertPriceless', { symbol: live.instrument.symbol });
      if (ticks === live.last) throw new Refusal('alertAtPrice', { price: priceText(live.instrument, ticks) });
      const [view] = viewOf(await add(context, live, ticks));
      if (!view) throw new Error('an alert was set on an instrument that is not listed');
      return view;
    },

    'POST pay/price-alert/delete': async ({ ids }, { session }) => {
      const known = ids.filter((id) => BigInt(id) < 1n << 63n);
      const rows = await database.query(
        'DELETE FROM price_alert WHERE customer_id = $1 AND fired_ms IS NULL AND id = ANY($2::bigint[]) RETURNING id',
        [session.customerId, known],
      );
      return { removed: rows.length };
    },
  };
}
