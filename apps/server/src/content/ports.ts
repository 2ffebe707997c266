import type { Session } from '../calls/session.ts';
import type { PricePoint } from '../market/port.ts';

/** What content needs from market data: USD for one unit of a currency. */
export interface UsdRates {
  usdRate(assetCode: string): PricePoint | undefined;
}

/** What content needs from people: the country whose rules apply to a customer, or null when none is known. */
export interface Countries {
  countryOf(session: Session): Promise<string | null>;
}
