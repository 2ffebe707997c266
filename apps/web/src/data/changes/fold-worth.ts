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

/** Data to show until the answer has been read again. */
export class Estimate<Data> {
  readonly data: Data;
  constructor(data: Data) {
    this.data = data;
  }
}

export const balancesOf = (
  { balances }: AccountWorth,
  nameOf: AssetName,
  wanted: (balance: AccountWorth['balances'][number]) => boolean,
  before: readonly Balance[],
): Balance[] | 'reread' => named(balances.filter(wanted), before, nameOf);

type Overview = CallOutput<'GET pay/wallet/overview'>;
export function foldOverview(data: Overview, worth: AccountWorth, nameOf: AssetName): Overview | 'reread' {
  const balances = named(worth.balances, data.balances, nameOf);
  const allocation = named(worth.allocation, data.allocation, nameOf);
  if (balances === 'reread' || allocation === 'reread') return 'reread';
  const walletList = balances.filter(({ wallet }) => wallet === 1);
  return { ...worth.totals, coin: { ...worth.totals.coin, walletList }, balances, allocation, contractWallet: worth.contract };
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
export function dayAfter(before: Day, total: string): Omit<Day, 'total'> {
  const put = units(before.total) - units(before.dayPl);
  const profit = units(total) - put;
  return { dayPl: formatUnits(profit, scale), dayPlRatio: percent(profit, put) };
}

type HomeStat = CallOutput<'GET pay/wallet/home-stat'>;
/** Days begin at 00:00 UTC. */
const dayMs = 86_400_000;
export function foldHomeStat(data: HomeStat, worth: AccountWorth): HomeStat | Estimate<HomeStat> | 'reread' {
  // Only the server knows the value at which a new day starts.
  if (worth.time >= data.since + dayMs) return 'reread';
  const { overview } = worth.totals;
  const curve = [...data.curve.slice(0, -1), { t: worth.time, v: overview.total }];
  // What came from outside is not profit. Until the server says how much it was, it counts as the whole change.
  if (worth.external) return new Estimate({ ...data, ...overview, curve });
  return { ...data, ...overview, ...dayAfter(data, overview.total), curve };
}
