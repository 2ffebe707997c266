import type { EngineReader, Funds, PositionPreview } from '@bourse/engine';
import { divCeil } from '@bourse/money';
import type { OrderFunds } from '@bourse/protocol';
import { InstrumentKind, Wallet } from '@bourse/protocol/enums';
import { amountText, lotInBase, lotsText, priceText, toAmount, toLots, toTicks } from '../calls/figures.ts';
import { instrumentBySymbol, type TradingPorts } from '../calls/trading.ts';
import { onLadder } from '../market/catalogue/ladder.ts';
import type { InstrumentInfo } from '../market/port.ts';

/** Money that an order brings along from another wallet of its customer, so that one press pays and trades. */

/** As the customer sends it, in the engine's units. */
export function toFunds(ports: TradingPorts, { quote }: InstrumentInfo, { from, amount, buy }: OrderFunds): Funds {
  const payment = { payFrom: from, payAmount: toAmount(quote, amount) };
  if (!buy) return { ...payment, payThrough: 0, payLots: 0, payTicks: 0 };
  const through = instrumentBySymbol(ports, buy.symbol);
  return { ...payment, payThrough: through.id, payLots: toLots(through, buy.quantity), payTicks: toTicks(through, buy.price) };
}

/** What an order lacks, and the money that would make it up. */
export interface Offer {
  funds: Funds;
  /** As the order takes it back. */
  view: OrderFunds;
  /** What a purchase of the money costs at most; null when none is bought. */
  cost: { asset: string; amount: string } | null;
  /** The wallets that can pay alone; the first one does. */
  payers: Wallet[];
}

interface Wanted {
  instrument: InstrumentInfo;
  account: number;
  to: Wallet;
  preview: PositionPreview;
  market: boolean;
  /** The wallet that the customer chose. */
  from: Wallet | undefined;
}

/** The money of another wallet that an order needs; undefined where it needs none, or where no wallet has it. */
export function offerFunds(ports: TradingPorts, engine: EngineReader, wanted: Wanted): Offer | undefined {
  const { instrument, account, to, preview, market, from } = wanted;
  const { quote } = instrument;
  const { refusal } = preview;
  const missing = refusal?.ok === false && refusal.detail?.['asset'] === quote.code ? refusal.detail['missing'] : undefined;
  if (typeof missing !== 'string') return undefined;
  const needed = toAmount(quote, missing);
  // A price at market may move before the order arrives.
  const wish = needed + (market ? BigInt(Math.ceil((preview.margin + preview.fee) / spareShare)) : 0n);
  const wallets = Object.values(Wallet).filter((wallet) => wallet !== to);
  const has = (wallet: Wallet) => transferable(engine, account, wallet, quote.id);
  const payers = wallets.filter((wallet) => has(wallet) >= needed);
  const payer = payers.find((wallet) => wallet === from) ?? payers[0];
  if (payer === undefined) return buyFunds(ports, engine, instrument, account, wish);
  const amount = wish < has(payer) ? wish : has(payer);
  const funds = { payFrom: payer, payAmount: amount, payThrough: 0, payLots: 0, payTicks: 0 };
  return { funds, view: { from: payer, amount: amountText(quote, amount) }, cost: null, payers };
}

/** One part in so many of an order's cost is moved in addition, for an order at market. */
const spareShare = 200;

function transferable(engine: EngineReader, account: number, wallet: Wallet, asset: number): bigint {
  const margin = engine.marginAccount(account);
  if (wallet === Wallet.contract && margin.asset === asset) return BigInt(Math.max(0, margin.free));
  return engine.balances(account).find((one) => one.wallet === wallet && one.asset === asset)?.available ?? 0n;
}

const bookLevels = 1_000;
/** A purchase may pay so much more than the book asks now, in basis points. */
const slackBps = 20;

/** Buys the money with what the coin wallet holds in another currency. */
function buyFunds(
  ports: TradingPorts,
  engine: EngineReader,
  { quote }: InstrumentInfo,
  account: number,
  amount: bigint,
): Offer | undefined {
  const there = transferable(engine, account, Wallet.coin, quote.id);
  for (const pair of ports.market.catalogue.instruments) {
    if (pair.kind !== InstrumentKind.coin || pair.base.id !== quote.id || !pair.tradable) continue;
    const { asks } = engine.depth(pair.id, bookLevels);
    const takerPpm = BigInt(pair.takerFeePpm[engine.feeClass(account)] ?? pair.takerFeePpm[0] ?? 0);
    const least = divCeil(pair.minNotional, BigInt(Math.max(1, asks[0]?.priceTicks ?? 1) * pair.quoteUnitsPerTickLot));
    // Each fill rounds its fee up by less than one minor unit.
    const net = (makers: number) =>
      divCeil(divCeil((amount - there + BigInt(makers)) * 1_000_000n, 1_000_000n - takerPpm) + 1n, lotInBase(pair));
    let makers = 0;
    let offered = 0;
    for (const level of asks) {
      makers += level.orders;
      offered += level.lots;
      const lots = Math.max(Number(net(makers)), Number(least));
      if (lots > offered) continue;
      const priceTicks = onLadder(pair, Math.ceil((level.priceTicks * (10_000 + slackBps)) / 10_000), 'up');
      const cost = BigInt(lots) * BigInt(priceTicks) * BigInt(pair.quoteUnitsPerTickLot);
      if (lots > pair.maxLots || cost > transferable(engine, account, Wallet.coin, pair.quote.id)) break;
      const buy = { symbol: pair.symbol, quantity: lotsText(pair, lots), price: priceText(pair, priceTicks) };
      return {
        funds: { payFrom: Wallet.coin, payAmount: amount, payThrough: pair.id, payLots: lots, payTicks: priceTicks },
        view: { from: Wallet.coin, amount: amountText(quote, amount), buy },
        cost: { asset: pair.quote.code, amount: amountText(pair.quote, cost) },
        payers: [Wallet.coin],
      };
    }
  }
  return undefined;
}
