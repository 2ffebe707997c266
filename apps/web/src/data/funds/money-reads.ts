/** The display currency: its rates, and what amounts look like in it. */
import { decimalMultiply, roundHolding, roundMoney } from '@bourse/money';
import type { CallOutput } from '../api.ts';
import { exchangeRateStaleMs } from '../limits.ts';
import { usePreference } from '../preferences.ts';
import { lastValue, useRead } from '../remote.ts';

/** Rates of the display currencies. They are read again where amounts depend on them: `live`. */
export const useExchangeRates = (live = true) =>
  useRead('GET pay/exchange-rate/list', {}, { staleMs: exchangeRateStaleMs, everyMs: live ? exchangeRateStaleMs : undefined });
export type DisplayCurrency = CallOutput<'GET pay/exchange-rate/list'>[number];
const dollars: Pick<DisplayCurrency, 'exchange' | 'price' | 'sign' | 'position' | 'priceAccuracy'> = {
  exchange: 'USDT',
  price: '1',
  sign: 'USDT',
  position: 1,
  priceAccuracy: 2,
};
export type Money = {
  /** The unit after a figure: the USD display currency is shown as USDT. */
  code: string;
  sign: string;
  position: number;
  decimals: number;
  /** USD → display currency, with every digit: for sums and pictures. */
  exact: (usd: string) => string;
  /** USD → display currency, rounded as account views are. */
  convert: (usd: string) => string;
  /** The same for what somebody owns: the smallest positive value is 0.01, not nothing. */
  holding: (usd: string) => string;
  /** A rate that is old, or the wanted currency that has none, so that amounts are in USDT. */
  problem: { kind: 'old'; time: number; code: string } | { kind: 'missing'; code: string } | undefined;
};
/** The display currency and its rates: the customer's choice, or else the deployment's default. Conversion is for display only. */
export function useMoney(): Money {
  const chosen = usePreference('currency');
  const rates = lastValue(useExchangeRates(chosen !== 'USD'));
  const wanted = chosen ?? rates?.find(({ isDefault }) => isDefault)?.exchange ?? 'USD';
  const listed = rates?.find(({ exchange }) => exchange === wanted);
  const rate = wanted === 'USD' || !listed ? dollars : listed;
  const exact = (usd: string) => (rate.price === '1' ? usd : decimalMultiply(usd, rate.price));
  return {
    code: rate.exchange === 'USD' ? 'USDT' : rate.exchange,
    sign: rate.sign,
    position: rate.position,
    decimals: rate.priceAccuracy,
    exact,
    convert: (usd) => roundMoney(exact(usd), rate.priceAccuracy),
    holding: (usd) => roundHolding(exact(usd), rate.priceAccuracy),
    problem:
      rates && !listed && wanted !== 'USD'
        ? { kind: 'missing', code: wanted }
        : listed?.stale
          ? { kind: 'old', code: listed.exchange, time: listed.time }
          : undefined,
  };
}
