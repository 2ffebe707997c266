import type { CallOutput } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { CallContext, Handlers, SignedInContext } from '../../calls/handlers.ts';
import type { Live } from '../board.ts';
import { listedOf } from '../rows.ts';
import { inVenue, liveBySymbol, type MarketSources, pageOf } from './sources.ts';

type Names =
  | 'GET pay/favorite/list'
  | 'POST pay/favorite/add'
  | 'POST pay/favorite/delete'
  | 'POST pay/symbol-collect/create'
  | 'GET pay/symbol-collect/get'
  | 'GET pay/symbol-collect/page'
  | 'GET pay/symbol-collect/delete'
  | 'GET pay/symbol-collect/check-collect';
type Favourite = CallOutput<'POST pay/favorite/add'>;
interface Row {
  id: bigint;
  instrument: number;
  is_tripartite: boolean;
  created_at: Date;
}

const limit = 200;

/** Instrument ids of the caller's favourites; empty for a visitor. */
export async function favouritesOf({ database }: MarketSources, { session }: CallContext): Promise<ReadonlySet<number>> {
  if (!session) return new Set();
  const rows = await database.query<{ instrument: number }>('SELECT instrument FROM market_favourite WHERE customer_id = $1 LIMIT $2', [
    session.customerId,
    limit,
  ]);
  return new Set(rows.map(({ instrument }) => instrument));
}

/** One list under two names: the specification's favourites and its symbol collection. Adding twice and removing a missing entry both succeed. */
export function favouriteHandlers(sources: MarketSources): Handlers<Names> {
  const { board, catalogue, database, clock } = sources;
  const shown = (row: Row): Favourite => ({
    id: String(row.id),
    sourceId: String(row.instrument),
    symbol: catalogue.instrumentById(row.instrument)?.symbol ?? String(row.instrument),
    isTripartite: row.is_tripartite,
    createdAt: row.created_at.getTime(),
  });
  const rowsOf = ({ session }: SignedInContext) =>
    database.query<Row>(
      'SELECT id, instrument, is_tripartite, created_at FROM market_favourite WHERE customer_id = $1 ORDER BY id DESC LIMIT $2',
      [session.customerId, limit],
    );
  const add = async ({ session }: SignedInContext, live: Live, isTripartite: boolean): Promise<Favourite> => {
    const row = await database.transaction(async (tx) => {
      // Additions of one customer run one after another. Otherwise two at once could exceed the limit together.
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [`favourite:${session.customerId}`]);
      const [known] = await tx.query<Row>(
        'SELECT id, instrument, is_tripartite, created_at FROM market_favourite WHERE customer_id = $1 AND instrument = $2',
        [session.customerId, live.instrument.id],
      );
      if (known) return known;
      const [counted] = await tx.query<{ count: bigint }>('SELECT count(*) FROM market_favourite WHERE customer_id = $1', [
        session.customerId,
      ]);
      if (Number(counted?.count ?? 0) >= limit) throw new Refusal('favouriteLimit', { limit });
      const [made] = await tx.query<Row>(
        `INSERT INTO market_favourite (customer_id, instrument, is_tripartite) VALUES ($1, $2, $3)
         RETURNING id, instrument, is_tripartite, created_at`,
        [session.customerId, live.instrument.id, isTripartite],
      );
      return made;
    });
    if (!row) throw new Error('a favourite was inserted but not returned');
    return shown(row);
  };
  const remove = async ({ session }: SignedInContext, instruments: readonly number[]) => {
    await database.query('DELETE FROM market_favourite WHERE customer_id = $1 AND instrument = ANY($2::int[])', [
      session.customerId,
      instruments,
    ]);
    return { done: true as const };
  };
  return {
    'GET pay/favorite/list': async (_, context) => (await rowsOf(context)).map(shown),
    'POST pay/favorite/add': async ({ sourceId, isTripartite }, context) => {
      const live = board.get(Number(sourceId));
      if (!live) throw new Refusal('instrumentUnknown');
      return add(context, live, isTripartite);
    },
    'POST pay/favorite/delete': async ({ ids }, context) =>
      remove(
        context,
        ids.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31),
      ),
    'POST pay/symbol-collect/create': async ({ symbol }, context) => add(context, liveBySymbol(sources, symbol), false),
    'GET pay/symbol-collect/get': async ({ id }, { session }) => {
      const rows = await database.query<Row>(
        'SELECT id, instrument, is_tripartite, created_at FROM market_favourite WHERE customer_id = $1 AND id::text = $2',
        [session.customerId, id],
      );
      if (!rows[0]) throw new Refusal('notFound');
      return shown(rows[0]);
    },
    'GET pay/symbol-collect/page': async ({ kind, pageNo, pageSize }, context) => {
      const lives = (await rowsOf(context)).flatMap(({ instrument }) => board.get(instrument) ?? []);
      const page = pageOf(
        lives.filter(({ instrument }) => kind === undefined || instrument.kind === kind),
        { pageNo, pageSize },
      );
      return {
        ...page,
        list: page.list.map((live) => listedOf(board, live, clock.now(), context.language, true, inVenue(sources, context, live))),
      };
    },
    'GET pay/symbol-collect/delete': async ({ symbol }, context) => {
      const id = catalogue.instrumentBySymbol(symbol)?.id;
      return remove(context, id === undefined ? [] : [id]);
    },
    'GET pay/symbol-collect/check-collect': async ({ symbol }, context) => {
      const id = catalogue.instrumentBySymbol(symbol)?.id;
      return { collected: id !== undefined && (await favouritesOf(sources, context)).has(id) };
    },
  };
}
