/** Applies a push that contains all balances and totals, at one sequence and one set of prices. */
import { formatUnits, unitsOf } from '@bourse/money';
import type { AccountWorth } from '@bourse/protocol';
import type { CallOutput } from '@bourse/protocol/calls';

/** The name of an asset in the reader's language, if this page has read it. */
export type AssetName = (asset: string) => string | undefined;
type Balance = CallOutput<'GET pay/wallet/list-fund'>[number];
type Named = { asset: string; name: string };

/** Rows without names take them from the previous rows, or from any other read that named the asset. */
function named<Row extends { asset: string }>(rows: readonly Row[], before: readonly Named[], nameOf: AssetName) {
  const known = new Map(before.map(({ asset, name }) => [asset, name]));
  const list: (Row & { name: string })[] = [];
  for (const row of rows) {
    const name = known.get(row.asset) ?? nameOf(row.asset);
    if (name === undefined) return 'reread';
    list.push({ ...row, name });
  }
  return list;
}

export const balancesOf = (
  { balances }: AccountWorth,
  nameOf: AssetName,
  wanted: (balance: AccountWorth['balances'][number]) => boolean,
  before: readonly Balance[],
): Balance[] | 'reread' => named(balances.filter(wanted), before, nameOf);

type Overview = CallOutput<'GET pay/wallet/overview'>;
export function foldOverview(data: Overview, worth: AccountWorth, nameOf: AssetName): Overview | 'reread' {
  const walletList = balancesOf(worth, nameOf, ({ wallet }) => wallet === 1, data.coin.walletList);
  if (walletList === 'reread') return walletList;
  return { ...worth.totals, coin: { ...worth.totals.coin, walletList } };
}

const scale = 8;
function units(text: string): bigint {
  const negative = text.startsWith('-');
  const size = unitsOf(negative ? text.slice(1) : text, scale);
  return negative ? -size : size;
}
/** part ÷ whole as percent with two decimals, rounded towards zero like the server; 0 where the whole is 0. */
function percent(part: bigint, whole: bigint): string {
  if (whole <= 0n) return '0.00';
  return formatUnits((part * 10_000n) / whole, 2);
}

type Day = { total: string; dayPl: string; dayPlRatio: string };
/** Today's profit after the total changed: the money put in is the same, unless some came from outside. */
function dayAfter(before: Day, total: string): Omit<Day, 'total'> {
  const put = units(before.total) - units(before.dayPl);
  const profit = units(total) - put;
  return { dayPl: formatUnits(profit, scale), dayPlRatio: percent(profit, put) };
}

type Statistic = CallOutput<'GET pay/wallet/statistic'>;
export function foldStatistic(data: Statistic, worth: AccountWorth, nameOf: AssetName): Statistic | 'reread' {
  const allocation = named(worth.allocation, data.allocation, nameOf);
  if (worth.external || allocation === 'reread') return 'reread';
  const { overview } = worth.totals;
  return { ...overview, ...dayAfter(data, overview.total), allocation };
}

type HomeStat = CallOutput<'GET pay/wallet/home-stat'>;
/** Days begin at 00:00 UTC. */
const dayMs = 86_400_000;
export function foldHomeStat(data: HomeStat, worth: AccountWorth): HomeStat | 'reread' {
  // On a new day, or after money from outside, only the server knows the day's starting value.
  if (worth.external || worth.time >= data.since + dayMs) return 'reread';
  const { overview } = worth.totals;
  const curve = [...data.curve.slice(0, -1), { t: worth.time, v: overview.total }];
  return { ...data, ...overview, ...dayAfter(data, overview.total), curve };
}
