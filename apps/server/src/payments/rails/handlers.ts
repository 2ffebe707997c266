import { networks } from '@bourse/chains';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../../calls/handlers.ts';
import type { Rail, Rails } from '../port.ts';
import type { Channels } from './channels.ts';

type Names =
  | 'GET pay/recharge-channel/get'
  | 'GET pay/recharge-channel/list'
  | 'GET pay/recharge-channel/page'
  | 'GET pay/recharge-channel/group-list'
  | 'GET pay/recharge-channel/coin'
  | 'GET pay/recharge-channel/virtual-list'
  | 'GET pay/recharge-channel/bank-card-list'
  | 'GET pay/withdrawal-channel/list'
  | 'GET pay/virtual-network/list';

/** How an address looks, for a first look while it is typed; the server checks it for good. */
const looks = {
  bitcoin: { pattern: '^(bc1[0-9a-z]{25,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$', example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  evm: { pattern: '^0x[0-9a-fA-F]{40}$', example: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' },
  tron: { pattern: '^T[1-9A-HJ-NP-Za-km-z]{33}$', example: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  xrp: { pattern: '^(r[1-9A-HJ-NP-Za-km-z]{24,34}|X[1-9A-HJ-NP-Za-km-z]{46})$', example: 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh' },
} as const;

const takesIn = ({ rules }: Rail) => (rules.open & 1) !== 0;
const paysOut = ({ rules }: Rail) => (rules.open & 2) !== 0;

/** What ways of paying there are. Reads only. */
export function railHandlers({ rails, channels }: { rails: Rails; channels: Channels }): Handlers<Names> {
  const chosen =
    ({ method, channel }: { method?: number | undefined; channel?: number | undefined }) =>
    (rail: Rail) =>
      (method === undefined || rail.method === method) && (channel === undefined || rail.channel === channel);
  return {
    'GET pay/recharge-channel/get': async ({ id }) => {
      const rail = rails.get(id);
      if (rail === undefined || !takesIn(rail)) throw new Refusal('channelUnknown');
      return channels.one(rail);
    },
    'GET pay/recharge-channel/list': (filter) => channels.all((rail) => takesIn(rail) && chosen(filter)(rail)),
    'GET pay/recharge-channel/page': async ({ pageNo, pageSize, ...filter }) => {
      const all = await channels.all((rail) => takesIn(rail) && chosen(filter)(rail));
      return { list: all.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: all.length, pageNo, pageSize };
    },
    'GET pay/recharge-channel/group-list': async () => {
      const all = await channels.all(takesIn);
      return ([4, 0, 3] as const)
        .map((method) => ({ method, channels: all.filter((one) => one.method === method) }))
        .filter((group) => group.channels.length > 0);
    },
    'GET pay/recharge-channel/coin': async () => {
      const all = await channels.all((rail) => takesIn(rail) && rail.channel === 1);
      const assets = [...new Map(all.map(({ asset, assetName }) => [asset, assetName]))];
      return assets.map(([asset, assetName]) => ({ asset, assetName, channels: all.filter((one) => one.asset === asset) }));
    },
    'GET pay/recharge-channel/virtual-list': ({ asset }) =>
      channels.all((rail) => takesIn(rail) && rail.channel === 1 && (asset === undefined || rail.asset.code === asset)),
    'GET pay/recharge-channel/bank-card-list': async ({ currency }) => {
      const found = rails
        .all()
        .flatMap((rail) => (rail.source.kind === 'bank' && takesIn(rail) ? [{ rail, source: rail.source }] : []))
        .filter(({ source }) => currency === undefined || source.currency.code === currency);
      return Promise.all(
        found.map(async ({ rail, source: { bank, holder, account, bic, currency: of } }) => ({
          ...{ channel: await channels.one(rail), bank, holder, account, bic, currency: of.code },
        })),
      );
    },
    'GET pay/withdrawal-channel/list': (filter) => channels.all((rail) => paysOut(rail) && chosen(filter)(rail)),
    'GET pay/virtual-network/list': async () => {
      const chained = rails.all().flatMap((rail) => (rail.source.kind === 'chain' ? [{ rail, source: rail.source }] : []));
      const names = [...new Set(chained.map(({ source }) => source.network))];
      return names.map((network) => {
        const { family, tag } = networks[network];
        const of = chained.filter(({ source }) => source.network === network);
        const name = of.find(({ source }) => source.token === undefined)?.rail.networkName ?? of[0]!.rail.networkName ?? network;
        return { network, name, assets: of.map(({ rail }) => rail.asset.code), ...looks[family], tag };
      });
    },
  };
}
