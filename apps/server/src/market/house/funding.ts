import { House } from '@bourse/engine';
import { Wallet } from '@bourse/protocol/enums';
import type { EnginePort } from '../../sequencer/port.ts';
import { sendDecided } from '../../sequencer/send-decided.ts';
import { lotBaseUnits } from '../catalogue/catalogue.ts';
import type { HouseMoney } from '../catalogue/schema.ts';
import type { AssetInfo, InstrumentInfo } from '../port.ts';

/**
 * The maker's target inventory of each base asset is worth this many levels. Its net position in a contract is limited to the same amount in either
 * direction.
 */
export const targetLevels = 60;

/** The target inventory for a book of this instrument at a price, in base minor units. */
export function targetUnits(instrument: InstrumentInfo, priceTicks: number): bigint {
  const value = targetLevels * instrument.quotedLevel * 10 ** instrument.quote.scale;
  return BigInt(Math.ceil(value / (priceTicks * instrument.quoteUnitsPerTickLot))) * lotBaseUnits(instrument);
}

interface Capital {
  account: number;
  wallet: Wallet;
  asset: AssetInfo;
  amount: bigint;
}

/** Value of the shares that the pool can lend of each name that may be sold short, in whole units of the quote. */
const lentShares = 1_000_000;

interface Priced {
  instrument: InstrumentInfo;
  priceTicks: number;
}

const kindOf: Partial<Record<Wallet, number>> = { [Wallet.coin]: 1, [Wallet.contract]: 2, [Wallet.stock]: 3, [Wallet.fast]: 2 };

function moneyFor(money: HouseMoney, instruments: readonly InstrumentInfo[]): Capital[] {
  const quotes = new Map(instruments.map(({ quote, kind }) => [`${kind}:${quote.code}`, quote]));
  const coins = new Map(instruments.flatMap(({ base, quote, kind }) => (kind === 1 ? [base, quote] : [])).map((one) => [one.code, one]));
  return money.flatMap(([owner, purse, code, whole]) => {
    const wallet = Wallet[purse];
    const asset = wallet === Wallet.wealth ? coins.get(code) : quotes.get(`${kindOf[wallet]}:${code}`);
    return asset ? [{ account: House[owner], wallet, asset, amount: BigInt(whole) * 10n ** BigInt(asset.scale) }] : [];
  });
}

function assetsFor(books: readonly Priced[]): Capital[] {
  const list = new Map<string, Capital>();
  const want = (account: number, wallet: Wallet, asset: AssetInfo, amount: bigint) => {
    const place = `${account}:${wallet}:${asset.id}`;
    const before = list.get(place)?.amount ?? 0n;
    list.set(place, { account, wallet, asset, amount: before + amount });
  };
  for (const { instrument, priceTicks } of books) {
    const { base, kind, stock, swap } = instrument;
    if (kind === 1) want(House.marketMaker, Wallet.coin, base, targetUnits(instrument, priceTicks));
    if (swap) want(House.desk, Wallet.coin, base, targetUnits(instrument, priceTicks));
    if (stock?.shortable) {
      const lots = Math.ceil((lentShares * 10 ** instrument.quote.scale) / (priceTicks * instrument.quoteUnitsPerTickLot));
      want(House.loanPool, Wallet.stock, base, BigInt(lots) * lotBaseUnits(instrument));
    }
  }
  return [...list.values()];
}

/**
 * Books the house's own capital from outside, once for each balance: an asset that was ever held is not booked again. Nothing replaces lost capital:
 * the maker then quotes less, fewer timed contracts are sold, and less is lent. Returns whether it booked anything.
 */
export const fundMoney = (port: EnginePort, money: HouseMoney, instruments: readonly InstrumentInfo[]): Promise<boolean> =>
  bringIn(port, moneyFor(money, instruments));

/** The coins that maker and desk sell and the shares that the pool lends. An asset is booked once, so all books that sell it are booked together. */
export const fundAssets = (port: EnginePort, books: readonly Priced[]): Promise<boolean> => bringIn(port, assetsFor(books));

/** The shares that the maker sells, once for each stock. */
export const fundShares = (port: EnginePort, stocks: readonly Priced[]): Promise<boolean> =>
  bringIn(
    port,
    stocks.map(({ instrument, priceTicks }) => ({
      account: House.marketMaker,
      wallet: Wallet.stock,
      asset: instrument.base,
      amount: targetUnits(instrument, priceTicks),
    })),
  );

async function bringIn(port: EnginePort, wanted: readonly Capital[]): Promise<boolean> {
  const { value: plan } = await port.read((engine) => ({
    // The desk of swaps has no account before its first terms.
    missing: wanted.filter(
      ({ account, wallet, asset }) =>
        !engine.hasHeld(account, wallet, asset.id) && (account !== House.desk || engine.swapOffers().length > 0),
    ),
    next: engine.nextFunding(),
  }));
  const answers = await Promise.all(
    plan.missing.map(({ account, wallet, asset, amount }, index) =>
      sendDecided(port, { kind: 'fundHouse', number: plan.next + index, account, wallet, asset: asset.id, amount }, 'capital of the house'),
    ),
  );
  return answers.some((answer) => answer?.outcome.ok);
}
