import { divFloor, formatUnits, unitsOf } from '@bourse/money';
import { nearestLanguage } from '@bourse/words';
import type { Handler } from '../calls/handlers.ts';
import type { Now } from '../people/ports.ts';
import type { UsdRates } from './ports.ts';
import type { PublishedConfig } from './published-config.ts';

interface DisplayCurrency {
  code: string;
  sign: string;
  /** 1: the sign follows the amount. */
  position: 0 | 1;
  priceAccuracy: number;
}

const before = (code: string, sign: string, priceAccuracy = 2): DisplayCurrency => ({ code, sign, position: 0, priceAccuracy });

/** Currencies that amounts can be shown in. USD is shown as USDT, which this exchange counts one for one; the docs say so. */
const currencies: readonly DisplayCurrency[] = [
  { code: 'USD', sign: 'USDT', position: 1, priceAccuracy: 2 },
  before('MYR', 'RM'),
  before('EUR', '€'),
  before('GBP', '£'),
  before('JPY', '¥', 0),
  before('CNY', 'CN¥'),
  before('HKD', 'HK$'),
  before('SGD', 'S$'),
  before('AUD', 'A$'),
  before('NZD', 'NZ$'),
  before('CAD', 'C$'),
  before('CHF', 'CHF'),
  before('THB', '฿'),
  before('INR', '₹'),
  before('KRW', '₩', 0),
];

export const currencyCodes = currencies.map(({ code }) => code);

const scale = 18;
const shownScale = 8;

/** Converts USD per unit of a currency into units per USD: rounded to the nearest, eight decimals, without trailing zeros. */
export function invertRate(usdForOne: string): string | undefined {
  const units = unitsOf(usdForOne, scale);
  if (units === 0n) return undefined;
  const inverted = divFloor(2n * 10n ** BigInt(scale + shownScale) + units, 2n * units);
  return inverted === 0n ? undefined : formatUnits(inverted, shownScale).replace(/\.?0+$/, '');
}

/** A rate whose source nobody knows is labelled like a simulated one: it does not come from a market. */
const feedOf = ({ catalogue }: UsdRates, source: string | undefined) =>
  catalogue.instruments.find((instrument) => instrument.source.name === source)?.source.feed ?? 'simulated';

/**
 * A currency without a rate is left out, never shown as zero. An old rate is marked as old. A deployment chooses the default, and may choose
 * another sign or its place: `signMYR` = `$`, `signPlaceMYR` = `after`.
 */
export const exchangeRateList =
  (rates: UsdRates, config: PublishedConfig, clock: Now): Handler<'GET pay/exchange-rate/list'> =>
  async (_input, { language }) => {
    const names = new Intl.DisplayNames([nearestLanguage(language)], { type: 'currency', fallback: 'code' });
    const published = await config();
    const home = published.get('defaultCurrency') ?? 'USD';
    return currencies.flatMap(({ code, sign: usual, position: place, priceAccuracy }) => {
      const rate = code === 'USD' ? { price: '1', time: clock.now(), stale: false } : rates.usdRate(code);
      const sign = published.get(`sign${code}`) ?? usual;
      const chosen = published.get(`signPlace${code}`);
      const position = chosen === undefined ? place : chosen === 'after' ? 1 : 0;
      const feed = code === 'USD' ? 'rule' : feedOf(rates, rates.usdRate(code)?.source);
      const price = rate && invertRate(rate.price);
      if (!rate || !price) return [];
      const name = names.of(code) ?? code;
      return [
        { exchange: code, name, price, sign, position, priceAccuracy, isDefault: code === home, time: rate.time, stale: rate.stale, feed },
      ];
    });
  };
