import type { CallOutput } from '@bourse/protocol/calls';
import { InstrumentKind, PositionDirection, type Venue } from '@bourse/protocol/enums';
import type { InstrumentInfo } from '../market/port.ts';
import type { Queryable } from '../platform/database.ts';

/** What `GET system/protection/get` answers. */
export type ProtectionView = CallOutput<'GET system/protection/get'>;
export type Product = ProtectionView['products'][number]['product'];
export const products = ['contract', 'timed', 'stock', 'stockMargin', 'loan'] as const satisfies readonly Product[];

/** The product that an opening order needs. Leveraged and short share orders need a product of their own. */
export function productOf({ kind }: Pick<InstrumentInfo, 'kind'>, order: { direction: PositionDirection; leverage: number }): Product {
  if (kind === InstrumentKind.contract) return 'contract';
  return order.leverage > 1 || order.direction === PositionDirection.short ? 'stockMargin' : 'stock';
}

/** Shares paid in full need only the product switch. Suitability, limits and pauses apply to all other products. */
export const isRisky = (product: Product) => product !== 'stock';

export interface ProductSwitch {
  product: Product;
  real_on: boolean;
  demo_on: boolean;
  /** Per-country switches that override the default for real accounts. */
  countries: Record<string, boolean>;
}

export const readSwitches = (db: Queryable) =>
  db.query<ProductSwitch>(
    `SELECT s.product, s.real_on, s.demo_on,
       coalesce((SELECT jsonb_object_agg(c.country, c.real_on) FROM product_switch_country c WHERE c.product = s.product), '{}') AS countries
     FROM product_switch s`,
  );

/** A product without a switch is off. */
export function isOn(switches: readonly ProductSwitch[], product: Product, venue: Venue, country: string | null): boolean {
  const found = switches.find((one) => one.product === product);
  if (!found) return false;
  if (venue === 'demo') return found.demo_on;
  return (country === null ? undefined : found.countries[country]) ?? found.real_on;
}
