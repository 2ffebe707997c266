import type { CallOutput } from '@bourse/protocol';
import { AssetKind, InstrumentKind, Wallet } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { TradingPorts } from '../calls/trading.ts';
import { nameOfAsset } from '../market/catalogue/names.ts';
import type { AssetInfo } from '../market/port.ts';
import { walletHolds } from '../wallets/wallets.ts';

type Coin = CallOutput<'GET pay/coin/detail'>;

type Names =
  | 'GET pay/coin/coin-list'
  | 'GET pay/coin/coin-list-all'
  | 'GET pay/coin/coin-list-rate'
  | 'GET pay/coin/coin-list-by-name'
  | 'GET pay/coin/contract-list'
  | 'GET pay/coin/fait-list'
  | 'GET pay/coin/page'
  | 'GET pay/coin/detail'
  | 'GET pay/coin/symbol-by-coin';

export function coinHandlers({ market }: TradingPorts): Handlers<Names> {
  const { catalogue } = market;
  const spot = new Set(
    catalogue.instruments
      .filter(({ kind, tradable }) => kind === InstrumentKind.coin && tradable)
      .flatMap(({ base, quote }) => [base.id, quote.id]),
  );
  const view = (asset: AssetInfo, language: string): Coin => {
    const rate = market.usdRate(asset.code);
    return {
      id: asset.id,
      code: asset.code,
      name: nameOfAsset(asset, language),
      kind: asset.kind,
      scale: asset.scale,
      icon: null,
      rate: rate?.price ?? null,
      stale: rate?.stale ?? true,
    };
  };
  const list = (language: string, wanted: (asset: AssetInfo) => boolean) =>
    catalogue.assets.filter(wanted).map((asset) => view(asset, language));
  return {
    'GET pay/coin/coin-list': async (_input, { language }) => list(language, ({ id }) => spot.has(id)),
    'GET pay/coin/coin-list-all': async (_input, { language }) => list(language, () => true),
    'GET pay/coin/coin-list-rate': async () =>
      catalogue.assets.map(({ code }) => {
        const rate = market.usdRate(code);
        return { code, rate: rate?.price ?? null, time: rate?.time ?? null, stale: rate?.stale ?? true };
      }),
    'GET pay/coin/coin-list-by-name': async ({ name }, { language }) => {
      const text = name.toLowerCase();
      const called = (asset: AssetInfo) => [asset.code, asset.name, nameOfAsset(asset, language)];
      return list(language, (asset) => called(asset).some((one) => one.toLowerCase().includes(text)));
    },
    'GET pay/coin/contract-list': async (_input, { language }) =>
      list(language, (asset) => walletHolds(Wallet.contract, asset) && asset.kind === AssetKind.stablecoin),
    'GET pay/coin/fait-list': async (_input, { language }) => list(language, ({ kind }) => kind === AssetKind.fiat),
    'GET pay/coin/page': async ({ pageNo, pageSize, kind }, { language }) => {
      const all = catalogue.assets.filter((asset) => kind === undefined || asset.kind === kind);
      return {
        list: all.slice((pageNo - 1) * pageSize, pageNo * pageSize).map((asset) => view(asset, language)),
        total: all.length,
        pageNo,
        pageSize,
      };
    },
    'GET pay/coin/detail': async ({ id, code }, { language }) => {
      if (id === undefined && code === undefined) throw new Refusal('badRequest', { field: 'id', problem: 'idOrCode' });
      const asset = catalogue.assets.find(
        (one) => (id === undefined || one.id === id) && (code === undefined || one.code === code.toUpperCase()),
      );
      if (!asset) throw new Refusal('assetUnknown');
      return view(asset, language);
    },
    'GET pay/coin/symbol-by-coin': async ({ coin }) =>
      catalogue.instruments
        .filter(({ base, quote }) => base.code === coin.toUpperCase() || quote.code === coin.toUpperCase())
        .map(({ id, symbol, kind }) => ({ id, symbol, kind })),
  };
}
