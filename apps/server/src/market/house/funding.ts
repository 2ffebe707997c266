import { House } from '@bourse/engine';
import { Wallet } from '@bourse/protocol/enums';
import type { EnginePort } from '../../sequencer/port.ts';
import { lotBaseUnits } from '../catalogue/catalogue.ts';
import type { AssetInfo, InstrumentInfo } from '../port.ts';

/** Mean worth of one quoted level, in the quote asset. */
const levels: Readonly<Record<string, number>> = {
  'BTC/USDT': 30_000,
  'ETH/USDT': 20_000,
  'SOL/USDT': 12_000,
  'XRP/USDT': 8_000,
  'BNB/USDT': 8_000,
  'DOGE/USDT': 6_000,
  'EUR/USDT': 10_000,
  'GBP/USDT': 10_000,
  'ETH/BTC': 0.1,
};
export const levelNotional = (instrument: InstrumentInfo): number => levels[instrument.symbol] ?? 4_000;
/** The maker means to hold this many levels' worth of each base asset. */
export const targetLevels = 60;
/** Its own capital of quote assets, in whole units. */
const quoteCapital: Readonly<Record<string, bigint>> = { USDT: 20_000_000n };

/** Base minor units that a book of this instrument means to hold at a price. */
export function targetUnits(instrument: InstrumentInfo, priceTicks: number): bigint {
  const value = targetLevels * levelNotional(instrument) * 10 ** instrument.quote.scale;
  return BigInt(Math.ceil(value / (priceTicks * instrument.quoteUnitsPerTickLot))) * lotBaseUnits(instrument);
}

/**
 * The house's own capital, brought in from outside once for each asset: a posting of the ledger with a reference that can be booked only once. When the
 * maker loses it, it quotes less; nothing tops it up by itself. Returns whether anything was booked.
 */
export async function fundMaker(
  port: EnginePort,
  books: readonly { instrument: InstrumentInfo; priceTicks: number }[],
  balances: ReadonlyMap<number, bigint>,
): Promise<boolean> {
  const wanted = new Map<AssetInfo, bigint>();
  const want = (asset: AssetInfo, amount: bigint) => {
    if (!balances.has(asset.id)) wanted.set(asset, (wanted.get(asset) ?? 0n) + amount);
  };
  for (const { instrument, priceTicks } of books) if (priceTicks > 0) want(instrument.base, targetUnits(instrument, priceTicks));
  for (const asset of new Set(books.map(({ instrument }) => instrument.quote))) {
    const capital = quoteCapital[asset.code];
    if (capital) want(asset, capital * 10n ** BigInt(asset.scale));
  }
  let booked = false;
  for (const [asset, amount] of wanted) {
    const { outcome } = await port.submit({
      account: 0,
      command: {
        kind: 'fundHouse',
        account: House.marketMaker,
        wallet: Wallet.coin,
        asset: asset.id,
        amount,
        reference: `maker:${asset.code}`,
      },
    });
    booked ||= outcome.ok;
  }
  return booked;
}
