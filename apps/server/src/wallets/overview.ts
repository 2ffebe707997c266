import type { AccountWorth } from '@bourse/protocol';
import { InstrumentKind, Wallet } from '@bourse/protocol/enums';
import type { CallContext, Handlers } from '../calls/handlers.ts';
import type { TradingPorts } from '../calls/trading.ts';
import { nameOfAsset } from '../market/catalogue/names.ts';
import type { AssetInfo } from '../market/port.ts';
import { assetOf, balanceFigures, type Owned, ownedNow, totalsOf } from './balances.ts';
import { contractFigures, fastFigures } from './margin-wallets.ts';
import { percentText, Sum, valueText } from './valuation.ts';

type Market = Pick<TradingPorts, 'market'>;

/** The account's current value by asset over all wallets. What positions add or owe counts in the asset that they are settled in. */
export function worthOf(ports: Market, { balances, positions }: Omit<Owned, 'margin'>) {
  const sum = new Sum();
  const parts = new Map<number, bigint>();
  const add = (asset: AssetInfo, units: bigint) => {
    const value = sum.add(units, asset, ports.market.usdRate(asset.code));
    if (value !== undefined) parts.set(asset.id, (parts.get(asset.id) ?? 0n) + value);
  };
  for (const { asset, available, frozen } of balances) add(assetOf(ports, asset), available + frozen);
  for (const { instrument, added } of positions) add(instrument.quote, added);
  return { sum, parts };
}

/** The assets of the account, the largest share first. */
export function allocationOf(ports: Market, owned: Omit<Owned, 'margin'>) {
  const { sum, parts } = worthOf(ports, owned);
  return [...parts]
    .filter(([, value]) => value > 0n)
    .sort(([, a], [, b]) => (a > b ? -1 : 1))
    .map(([id, value]) => ({ asset: assetOf(ports, id).code, value: valueText(value), ratio: percentText(value, sum.total) }));
}

/** Everything that the screens show of an account. It was read at one sequence and is valued here at one set of prices, so it agrees. */
export function worthView(ports: Market, owned: Owned): Omit<AccountWorth, 'time' | 'external'> {
  const sum = new Sum();
  const contracts = owned.positions.filter(({ instrument }) => instrument.kind === InstrumentKind.contract);
  return {
    balances: owned.balances.map((held) => balanceFigures(ports, held, sum)),
    totals: totalsOf(ports, owned),
    allocation: allocationOf(ports, owned),
    contract: contractFigures(ports, owned.margin, contracts),
    fast: fastFigures(ports, owned.balances),
  };
}

/** Adds the asset's name in the reader's language. */
export const named =
  ({ market }: Market, { language }: Pick<CallContext, 'language'>) =>
  <Row extends { asset: string }>(row: Row): Row & { name: string } => {
    const asset = market.catalogue.assetByCode(row.asset);
    return { ...row, name: asset ? nameOfAsset(asset, language) : row.asset };
  };

export const overviewHandlers = (ports: TradingPorts): Handlers<'GET pay/wallet/overview'> => ({
  'GET pay/wallet/overview': async (_input, context) => {
    const { totals, contract, ...worth } = worthView(ports, await ownedNow(ports, context));
    const balances = worth.balances.map(named(ports, context));
    const walletList = balances.filter(({ wallet }) => wallet === Wallet.coin);
    const allocation = worth.allocation.map(named(ports, context));
    return { ...totals, coin: { ...totals.coin, walletList }, balances, allocation, contractWallet: contract };
  },
});
