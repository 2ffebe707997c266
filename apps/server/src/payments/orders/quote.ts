import { exponentOf } from '@bourse/bank-files';
import { formatUnits, trimZeros } from '@bourse/money';
import { Refusal } from '@bourse/protocol/errors';
import { amountText, toAmount } from '../../calls/figures.ts';
import type { AssetInfo, MarketData } from '../../market/port.ts';
import { creditable } from '../deposits/credit.ts';
import type { Rail, Rails } from '../port.ts';

/** How long the least that an exchange gives is promised. */
export const rateMs = 30 * 60_000;
/** What the house keeps of the rate against its moves while the customer pays, in basis points. */
const rateMarginBps = 200n;
const rateScale = 18;

export interface Quote {
  rail: Rail;
  /** What the customer pays, and how much of it in its minor units. */
  pays: AssetInfo;
  paysUnits: bigint;
  /** What comes of it in the asset, in minor units, before the fee. */
  units: bigint;
  /** Of the asset for one of what is paid; undefined where nothing is exchanged. */
  rate: string | undefined;
}

export const paysOf = ({ source, asset }: Rail): AssetInfo =>
  source.kind === 'desk' ? source.pays : source.kind === 'bank' ? source.currency : asset;
/** Ways in whose deposits customers announce. Over a chain nothing is announced: coins are sent. */
export const hasOrders = ({ source }: Rail): boolean => source.kind !== 'chain' && source.kind !== 'gateway';

/** What a deposit would bring. Refuses as the calls declare. */
export function quoteOf(
  rails: Rails,
  market: Pick<MarketData, 'usdRate'>,
  { channel, amount }: { channel: number; amount: string },
): Quote {
  const rail = rails.get(channel);
  if (rail === undefined || !hasOrders(rail)) throw new Refusal('channelUnknown');
  const rules = rails.rules(rail.rail);
  if ((rules.open & 1) === 0) throw new Refusal('railOff');
  const { asset, source } = rail;
  const pays = paysOf(rail);
  const paysUnits = toAmount(pays, amount);
  // A statement tells no finer amount than the currency's minor unit.
  if (source.kind === 'bank' && pays.scale > exponentOf(pays.code) && paysUnits % 10n ** BigInt(pays.scale - exponentOf(pays.code)) !== 0n)
    throw new Refusal('amountScale', { asset: pays.code, scale: exponentOf(pays.code) });
  const exchanged = pays.id !== asset.id;
  const rate = exchanged ? rateOf(market, pays, asset) : undefined;
  const units = rate === undefined ? paysUnits : (paysUnits * rate * 10n ** BigInt(asset.scale)) / 10n ** BigInt(rateScale + pays.scale);
  const { amount: whole } = creditable({ units: String(units), decimals: asset.scale }, rail);
  if (whole < rules.minIn || whole === 0n)
    throw new Refusal('depositTooSmall', { min: `${trimZeros(amountText(asset, rules.minIn))} ${asset.code}` });
  return { rail, pays, paysUnits, units, rate: rate === undefined ? undefined : trimZeros(formatUnits(rate, rateScale)) };
}

/** The asset for one of what is paid, less the margin, in units of 10^-18. */
function rateOf(market: Pick<MarketData, 'usdRate'>, pays: AssetInfo, asset: AssetInfo): bigint {
  const priceOf = ({ code }: AssetInfo): bigint => {
    const found = market.usdRate(code);
    if (found === undefined || found.stale) throw new Refusal('rateMissing', { asset: code });
    const [whole = '0', part = ''] = found.price.split('.');
    const price = BigInt(whole + part.slice(0, rateScale).padEnd(rateScale, '0'));
    if (price <= 0n) throw new Refusal('rateMissing', { asset: code });
    return price;
  };
  return (priceOf(pays) * 10n ** BigInt(rateScale) * (10_000n - rateMarginBps)) / (priceOf(asset) * 10_000n);
}
