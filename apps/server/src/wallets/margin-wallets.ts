import type { BalanceView, MarginAccountView } from '@bourse/engine';
import type { CallOutput } from '@bourse/protocol';
import { InstrumentKind, Wallet } from '@bourse/protocol/enums';
import { amountText } from '../calls/figures.ts';
import type { Handlers, SignedInContext } from '../calls/handlers.ts';
import { nearlyLive, readNow, type TradingPorts } from '../calls/trading.ts';
import type { AssetInfo } from '../market/port.ts';
import { instrumentsOf, type LivePosition, openPositions } from '../positions/live-positions.ts';
import { realisedOf } from '../positions/position-rows.ts';
import { ratioText } from '../positions/position-view.ts';
import { timedResults } from '../timed/timed-rows.ts';
import { assetOf, liveBalances } from './balances.ts';

type Market = Pick<TradingPorts, 'market'>;
type Names = 'GET pay/wallet/contract' | 'GET pay/wallet/quick-contract' | 'GET pay/wallet/fast';

async function contractWallet(ports: TradingPorts, context: SignedInContext): Promise<CallOutput<'GET pay/wallet/contract'>> {
  const { account, venue } = context.session;
  await nearlyLive(ports, context);
  const { catalogue } = ports.market;
  const { value: live } = await readNow(ports, context, (engine) => ({
    margin: engine.marginAccount(account),
    positions: openPositions(engine, catalogue, account, InstrumentKind.contract),
  }));
  const contracts = new Set(instrumentsOf(catalogue, InstrumentKind.contract));
  const realised = (await realisedOf(ports.database, venue, account))
    .filter(({ instrument }) => contracts.has(instrument))
    .reduce((sum, { units }) => sum + units, 0n);
  return {
    ...contractFigures(ports, live.margin, live.positions),
    historyPlAmount: amountText(marginAsset(ports, live.margin), realised),
  };
}

const marginAsset = (ports: Market, { asset }: MarginAccountView): AssetInfo => (asset === 0 ? tether(ports) : assetOf(ports, asset));

/** The contract wallet from the live engine. */
export function contractFigures(
  ports: Market,
  margin: MarginAccountView,
  positions: readonly Pick<LivePosition, 'view'>[],
): Omit<CallOutput<'GET pay/wallet/contract'>, 'historyPlAmount'> {
  const asset = marginAsset(ports, margin);
  const amount = (units: number | bigint) => amountText(asset, BigInt(units));
  const unrealised = positions.reduce((sum, { view }) => sum + BigInt(view.unrealised), 0n);
  const balance = margin.available + margin.frozen;
  const ratio = ratioText(margin.marginRatioPpm);
  return {
    asset: asset.code,
    available: amount(margin.free),
    freeze: amount(margin.frozen),
    walletBalance: amount(balance),
    earnestMoney: amount(margin.positionMargin),
    orderMargin: amount(margin.orderMargin),
    unrealizedProfitLoss: amount(unrealised),
    plAmount: amount(unrealised),
    netWorthBigDecimal: amount(balance + unrealised),
    profit: amount(unrealised),
    balance: amount(balance),
    marginRatio: ratio,
    occupyMargin: amount(margin.positionMargin + margin.orderMargin),
    riskRate: ratio,
    maintenance: amount(margin.maintenance),
  };
}

/** The margin asset of contracts before any contract is defined, and the default asset of stakes. */
const tether = (ports: Market): AssetInfo => {
  const asset = ports.market.catalogue.assetByCode('USDT');
  if (!asset) throw new Error('the catalogue has no USDT');
  return asset;
};

/** Stakes are in the asset that the terms name. The terms of every instrument name the same one. */
function stakeAsset(ports: Market): AssetInfo {
  const id = ports.market.catalogue.instruments.find(({ timed }) => timed !== null)?.timed?.asset;
  return id === undefined ? tether(ports) : assetOf(ports, id);
}

async function fastWallet(ports: TradingPorts, context: SignedInContext): Promise<CallOutput<'GET pay/wallet/fast'>> {
  const { account, venue } = context.session;
  await nearlyLive(ports, context);
  const asset = stakeAsset(ports);
  const figures = fastFigures(ports, await liveBalances(ports, context));
  const results = await timedResults(ports.database, venue, account);
  return { ...figures, historyPlAmount: amountText(asset, results.find((one) => one.asset === asset.id)?.units ?? 0n) };
}

/** The wallet of timed contracts from the live engine. */
export function fastFigures(ports: Market, balances: readonly BalanceView[]): Omit<CallOutput<'GET pay/wallet/fast'>, 'historyPlAmount'> {
  const asset = stakeAsset(ports);
  const held = balances.find((one) => one.wallet === Wallet.fast && one.asset === asset.id);
  const [available, staked] = [held?.available ?? 0n, held?.frozen ?? 0n];
  return {
    asset: asset.code,
    total: amountText(asset, available + staked),
    walletBalance: amountText(asset, available),
    positionAmount: amountText(asset, staked),
  };
}

/** The wallets that fund positions and timed contracts. */
export const marginHandlers = (ports: TradingPorts): Handlers<Names> => ({
  'GET pay/wallet/contract': (_input, context) => contractWallet(ports, context),
  'GET pay/wallet/quick-contract': (_input, context) => fastWallet(ports, context),
  'GET pay/wallet/fast': (_input, context) => fastWallet(ports, context),
});
