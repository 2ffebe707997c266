import { InstrumentKind } from '@bourse/protocol/enums';
import { mulDivFloor } from '../base/exact.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { firstCustomer } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { valueAsset } from '../payments/value.ts';
import { volumeDays } from './book.ts';
import { membership } from './declare.ts';

/** The fee class that an account (its slot) trades with now: its own, or that of its level if that is higher. A venue without levels pays one comparison. */
export function feeClassOf(s: State, owner: number): number {
  const base = s.accounts.feeClass(owner);
  return s.membership.version === 0 ? base : s.membership.classOf(owner, base, s.time);
}

/** Counts a trade of `quote` units for both of its sides. A venue without levels counts nothing. */
export function countTrade(s: State, ins: Instrument, taker: number, maker: number, quote: number): void {
  if (s.membership.version === 0) return;
  const value = quoteValue(s, ins, quote);
  count(s, taker, value);
  count(s, maker, value);
}

function count(s: State, owner: number, value: number): void {
  if (s.accounts.id(owner) < firstCustomer) return;
  if (s.membership.add(owner, value, s.time)) tellLevel(s, owner);
}

/** In minor units of USDT, rounded down, at the last price of what the instrument is quoted in; 0 where there never was one. */
function quoteValue(s: State, { quote: money }: Instrument, quote: number): number {
  if (money.code === valueAsset) return quote;
  const priced = pricing(s, money);
  return priced === undefined || priced.reference === 0 ? 0 : mulDivFloor(quote, priced.reference * priced.unit, priced.lotUnits);
}

/** The market that values an asset in USDT: of several, the one with the lowest number. It is looked for again when there are more instruments. */
function pricing(s: State, asset: Asset): Instrument | undefined {
  const { pricedIn } = s.membership;
  const { list } = s.instruments;
  if (pricedIn.instruments !== list.length) {
    pricedIn.instruments = list.length;
    pricedIn.byAsset.clear();
  }
  if (!pricedIn.byAsset.has(asset.index)) pricedIn.byAsset.set(asset.index, findPricing(list, asset));
  return pricedIn.byAsset.get(asset.index);
}

function findPricing(list: readonly Instrument[], asset: Asset): Instrument | undefined {
  const priced = list.filter(
    ({ base, quote, rules }) => base === asset && quote.code === valueAsset && rules.instrumentKind === InstrumentKind.coin,
  );
  return priced.sort((a, b) => a.id - b.id)[0];
}

/** The days that are over bring another level than before. */
function tellLevel(s: State, owner: number): void {
  const book = s.membership;
  const { today: day, rules, version } = book;
  const days = book.volumesOf(owner, day - volumeDays, volumeDays);
  const volume = days.reduce((sum, one) => sum + one, 0);
  const level = book.levelOf(volume);
  const before = book.toldOf(owner);
  book.setTold(owner, level);
  const asset = s.assets.withCode(valueAsset)!.asset;
  const figures = { asset, days, volume, thresholds: rules!.volumes, level, before };
  s.log.tell(membership.events.levelDay, { account: s.accounts.id(owner), version, day, ...figures });
}
