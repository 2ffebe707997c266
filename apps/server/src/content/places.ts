import type { Handler, Handlers } from '../calls/handlers.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import { remembered } from '../platform/remembered.ts';
import { countriesOf } from './area-codes.ts';

export type PlaceCalls = 'GET system/area-manage/list';

interface Product {
  product: string;
  real_on: boolean;
  countries: Record<string, boolean>;
}
const readProducts = (database: Database) =>
  database.query<Product>(
    `SELECT p.product, p.real_on, coalesce((SELECT jsonb_object_agg(c.country, c.real_on) FROM product_switch_country c
       WHERE c.product = p.product), '{}') AS countries FROM product_switch p ORDER BY p.product`,
  );

const keptMs = 5_000;
/** Where the exchange is open. */
export function placeHandlers({ database, clock }: { database: Database; clock: Now }): Handlers<PlaceCalls> {
  const products = remembered(clock, keptMs, () => readProducts(database));
  const countries: Handler<'GET system/area-manage/list'> = async (_input, { language }) => {
    const all = await products();
    return countriesOf(language).map(({ country, name }) => ({
      ...{ country, name },
      // Nobody is turned away by their country today; products are.
      signUp: true,
      products: ['coin', ...all.filter(({ real_on, countries }) => countries[country] ?? real_on).map(({ product }) => product)],
    }));
  };
  return { 'GET system/area-manage/list': countries };
}
