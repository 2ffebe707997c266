import type { ChangeEvent } from '@bourse/engine';
import type { ChangeRail } from '@bourse/protocol/calls';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { TradingPorts } from '../calls/trading.ts';
import type { InstrumentInfo } from '../market/port.ts';
import type { Rails } from '../payments/port.ts';
import { pageOf } from '../projections/happenings.ts';
import { viewOfChange } from './change-view.ts';
import { railsAt } from './rails.ts';
import { moneySubjects, railOf } from './subjects.ts';

const kinds = { spot: 1, contract: 2, stock: 3 } as const;
const everybody = 0;

/**
 * Announced changes of the caller's venue. A visitor sees those of the demo venue, as in the lists of the market. Money in and out is always that of the real
 * venue: the demo venue has none.
 */
export const changeHandlers = (
  { database, market: { catalogue } }: Pick<TradingPorts, 'database' | 'market'>,
  rails: Pick<Rails, 'get'>,
): Handlers<'GET exchange/change/page'> => ({
  'GET exchange/change/page': async ({ symbol, product, pageNo, pageSize }, { session }) => {
    const venue: Venue = product === 'money' ? 'real' : (session?.venue ?? 'demo');
    const one = symbol === undefined ? undefined : catalogue.instrumentBySymbol(symbol);
    if (symbol !== undefined && !one) throw new Refusal('instrumentUnknown');
    const { list, total } = await pageOf(
      database,
      {
        ...{ table: 'latest', venue, owner: everybody, kinds: ['change'] },
        where: `($4::int[] IS NULL OR instrument = ANY($4::int[])) AND ($5::boolean IS NULL OR (event->>'subject' = 'defineTimed') = $5)
          AND ($6::boolean IS NULL OR (event->>'subject' = ANY($7::text[])) = $6)`,
        values: [instrumentsOf(catalogue.instruments, one, product), timedOnly(product), moneyOnly(product), moneySubjects],
      },
      pageSize,
      (pageNo - 1) * pageSize,
    );
    const known = await railsAt(database, venue, catalogue, rails, list.map(railOf));
    const rail = (event: ChangeEvent): ChangeRail | undefined => known.get(railOf(event));
    return { list: list.map((event) => viewOfChange(event, catalogue, rail(event))), total, pageNo, pageSize };
  },
});

type Product = 'spot' | 'contract' | 'stock' | 'timed' | 'money' | 'exchange' | undefined;

/** Terms of timed contracts are those of their own product, on whatever instrument they are sold. */
const timedOnly = (product: Product): boolean | null =>
  product === undefined || product === 'exchange' || product === 'money' ? null : product === 'timed';
/** Money in and out has no instrument, and is not the whole exchange. */
const moneyOnly = (product: Product): boolean | null => (product === 'money' ? true : product === 'exchange' ? false : null);

function instrumentsOf(all: readonly InstrumentInfo[], one: InstrumentInfo | undefined, product: Product): number[] | null {
  if (product === 'exchange' || product === 'money') return [0];
  const of = product === undefined || product === 'timed' ? undefined : kinds[product];
  if (one === undefined && of === undefined) return null;
  return (one ? [one] : all).filter(({ kind }) => of === undefined || kind === of).map(({ id }) => id);
}
