import type { BalanceView, EngineReader, MarginAccountView } from '@bourse/engine';
import type { Balance } from '@bourse/protocol';
import { AssetKind, InstrumentKind, Wallet } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { amountText } from '../calls/figures.ts';
import type { CallContext, Handlers, SignedInContext } from '../calls/handlers.ts';
import { readNow, type TradingPorts } from '../calls/trading.ts';
import { nameOfAsset } from '../market/catalogue/names.ts';
import type { AssetInfo, Catalogue } from '../market/port.ts';
import type { PositionKind } from '../positions/live-positions.ts';
import { valueAt } from '../positions/position-view.ts';
import { type WorthNow, worthOfPositions } from '../positions/position-worth.ts';
import { Sum, valueText } from './valuation.ts';
import { everyWallet, transferTargets, walletHolds, walletKeys } from './wallets.ts';

/** The customer's current balances from the engine. */
export async function liveBalances(ports: TradingPorts, context: SignedInContext): Promise<BalanceView[]> {
  const { value } = await readNow(ports, context, (engine) => engine.balances(context.session.account));
  return value;
}

export const assetOf = (ports: Pick<TradingPorts, 'market'>, id: number): AssetInfo => {
  const asset = ports.market.catalogue.assetById(id);
  if (!asset) throw new Error(`asset ${id} is in the ledger but not in the catalogue`);
  return asset;
};

export const balanceView = (ports: TradingPorts, { language }: Pick<CallContext, 'language'>, held: BalanceView, sum: Sum): Balance => ({
  ...balanceFigures(ports, held, sum),
  name: nameOfAsset(assetOf(ports, held.asset), language),
});

/** A balance without the asset's name, which depends on the reader's language. */
export function balanceFigures(ports: Pick<TradingPorts, 'market'>, held: BalanceView, sum: Sum): Omit<Balance, 'name'> {
  const asset = assetOf(ports, held.asset);
  const rate = ports.market.usdRate(asset.code);
  const units = held.available + held.frozen;
  const value = sum.add(units, asset, rate) ?? null;
  return {
    wallet: held.wallet,
    asset: asset.code,
    scale: asset.scale,
    kind: asset.kind,
    available: amountText(asset, held.available),
    frozen: amountText(asset, held.frozen),
    total: amountText(asset, units),
    price: rate?.price ?? null,
    value: value === null ? null : valueText(value),
    stale: rate?.stale ?? true,
  };
}

const empty = (wallet: Wallet, asset: number): BalanceView => ({ wallet, asset, available: 0n, frozen: 0n });

/** Every asset that the wallet may hold and that passes `wanted`, empty balances included, in the catalogue's order. */
function whole(
  ports: TradingPorts,
  context: CallContext,
  held: readonly BalanceView[],
  wallet: Wallet,
  wanted: (asset: AssetInfo) => boolean,
): Balance[] {
  const sum = new Sum();
  return ports.market.catalogue.assets
    .filter((asset) => walletHolds(wallet, asset) && wanted(asset))
    .map((asset) =>
      balanceView(ports, context, held.find((one) => one.wallet === wallet && one.asset === asset.id) ?? empty(wallet, asset.id), sum),
    );
}

/** Available, frozen and total of balances in USD. Frozen is the total less the available part. `added` counts only in the total. */
export function walletTotals(ports: Pick<TradingPorts, 'market'>, held: readonly BalanceView[], added = 0n) {
  const available = new Sum();
  const all = new Sum();
  for (const one of held) {
    const asset = assetOf(ports, one.asset);
    const rate = ports.market.usdRate(asset.code);
    available.add(one.available, asset, rate);
    all.add(one.available + one.frozen, asset, rate);
  }
  return {
    total: valueText(all.total + added),
    totalAvailable: valueText(available.total),
    totalFrozenAmount: valueText(all.total - available.total),
  };
}

/** Balances and positions of the customer, read together, because totals made of both must agree. */
export async function ownedNow(ports: TradingPorts, context: SignedInContext): Promise<Owned> {
  const { value } = await readNow(ports, context, (engine) => ownedOf(engine, ports.market.catalogue, context.session.account));
  return value;
}
/** Call on a live engine. */
export const ownedOf = (engine: EngineReader, catalogue: Catalogue, account: number): Owned => ({
  balances: engine.balances(account),
  positions: worthOfPositions(engine, catalogue, account),
  margin: engine.marginAccount(account),
});

/** A wallet with positions, in USD. Its total includes what the positions add or owe at current mark prices. */
function walletWithPositions(ports: Pick<TradingPorts, 'market'>, held: readonly BalanceView[], positions: readonly WorthNow[]) {
  const [added, value, profit] = [new Sum(), new Sum(), new Sum()];
  const plList = positions.map(({ instrument, view, added: units }) => {
    const rate = ports.market.usdRate(instrument.quote.code);
    added.add(units, instrument.quote, rate);
    value.add(valueAt(instrument, view.lots, view.markTicks), instrument.quote, rate);
    const plAmount = profit.add(BigInt(view.unrealised), instrument.quote, rate) ?? 0n;
    return { symbol: instrument.symbol, plAmount: valueText(plAmount) };
  });
  return {
    ...walletTotals(ports, held, added.total),
    totalPositionValue: valueText(value.total),
    totalProfitAndLoss: valueText(profit.total),
    plList,
  };
}

/** Every balance and open position of an account at one instant. */
export interface Owned {
  balances: readonly BalanceView[];
  positions: readonly WorthNow[];
  margin: MarginAccountView;
}

/** Everything that an account owns, in USD at current prices, in total and by wallet. */
export function totalsOf(ports: Pick<TradingPorts, 'market'>, { balances, positions }: Omit<Owned, 'margin'>) {
  const all = new Sum();
  for (const held of balances) balanceFigures(ports, held, all);
  for (const { instrument, added } of positions) all.add(added, instrument.quote, ports.market.usdRate(instrument.quote.code));
  const of = (wallet: Wallet) => balances.filter((one) => one.wallet === wallet);
  const opened = (kind: PositionKind) => positions.filter(({ instrument }) => instrument.kind === kind);
  const fast = walletTotals(ports, of(Wallet.fast));
  return {
    overview: all.view(),
    coin: walletTotals(ports, of(Wallet.coin)),
    contract: walletWithPositions(ports, of(Wallet.contract), opened(InstrumentKind.contract)),
    stock: walletWithPositions(ports, of(Wallet.stock), opened(InstrumentKind.stock)),
    // The frozen part of the timed wallet is the stakes of running contracts.
    fast: { total: fast.total, walletBalance: fast.totalAvailable, positionAmount: fast.totalFrozenAmount },
    wealth: walletTotals(ports, of(Wallet.wealth)),
  };
}

type Names =
  | 'GET pay/wallet/list-type'
  | 'GET pay/wallet/list-fund'
  | 'GET pay/wallet/fiat'
  | 'GET pay/wallet/fund'
  | 'GET pay/wallet/coin-funds'
  | 'GET pay/wallet/get-by-coin';

export const balanceHandlers = (ports: TradingPorts): Handlers<Names> => ({
  'GET pay/wallet/list-type': async () =>
    everyWallet.map((wallet) => ({
      wallet,
      key: walletKeys[wallet],
      enabled: true,
      assets: ports.market.catalogue.assets.filter((asset) => walletHolds(wallet, asset)).map(({ code }) => code),
      transferTo: transferTargets(wallet),
    })),

  'GET pay/wallet/list-fund': async ({ wallet }, context) => {
    const held = await liveBalances(ports, context);
    const sum = new Sum();
    return held.filter((one) => wallet === undefined || one.wallet === wallet).map((one) => balanceView(ports, context, one, sum));
  },

  'GET pay/wallet/fiat': async (_input, context) => {
    const held = await liveBalances(ports, context);
    return whole(ports, context, held, Wallet.coin, ({ kind }) => kind === AssetKind.fiat);
  },

  'GET pay/wallet/fund': async ({ wallet }, context) => {
    const held = (await liveBalances(ports, context)).filter((one) => one.wallet === wallet);
    const sum = new Sum();
    const list = held.map((one) => balanceView(ports, context, one, sum));
    return { ...sum.view(), ...walletTotals(ports, held), list };
  },

  'GET pay/wallet/coin-funds': async (_input, context) =>
    whole(ports, context, await liveBalances(ports, context), Wallet.coin, () => true),

  'GET pay/wallet/get-by-coin': async ({ coin, wallet }, context) => {
    const asset = ports.market.catalogue.assetByCode(coin);
    if (!asset) throw new Refusal('assetUnknown');
    const held = await liveBalances(ports, context);
    return balanceView(
      ports,
      context,
      held.find((one) => one.wallet === wallet && one.asset === asset.id) ?? empty(wallet, asset.id),
      new Sum(),
    );
  },
});
