import type { Session } from '../calls/session.ts';
import type { InstrumentInfo, PricePoint } from '../market/port.ts';

/** What content needs from market data: USD for one unit of a currency, and what feeds the source of a rate. */
export interface UsdRates {
  usdRate(assetCode: string): (PricePoint & { source?: string }) | undefined;
  catalogue: { instruments: readonly Pick<InstrumentInfo, 'source'>[] };
}

/** What content needs from people: the country whose rules apply to a customer, or null when none is known. */
export interface Countries {
  countryOf(session: Session): Promise<string | null>;
}
