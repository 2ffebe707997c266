/**
 * How a push changes an answer that this page holds. Pure functions: answer and push in, new answer out. A push has the shape of the calls'
 * own answers, so a pushed row replaces a row. Where the push does not determine the new answer, the answer is read again.
 */
import type { CallInput, CallName, CallOutput } from '@bourse/protocol/calls';
import type { PrivateMessage } from '@bourse/protocol/socket';
import { insertSorted, newerId, type Page, placed } from './fold-page.ts';
import { type AssetName, balancesOf, type Estimate, foldHomeStat, foldOverview } from './fold-worth.ts';

export type Change = Exclude<PrivateMessage, { c: 'notice' }>;
export type ChangeChannel = Change['c'];
/** `Estimate`: show it and read it again now. `reread`: read it again now. `later`: no visible change; read it again when it next has a listener. */
export type Folded<Data> = Data | Estimate<Data> | 'reread' | 'later';

type Fold<Name extends CallName> = {
  /** The channels whose messages change the answer: a gap in one of them makes it stale. */
  hears: readonly ChangeChannel[];
  fold: (data: CallOutput<Name>, change: Change, input: CallInput<Name>, nameOf: AssetName) => Folded<CallOutput<Name>>;
};

type Push<C extends ChangeChannel> = Extract<Change, { c: C }>['v'];
type AnyOrder = Push<'order'>;
type SpotOrder = Exclude<AnyOrder, { kind: 2 | 3 }>;
type PositionOrder = Extract<AnyOrder, { kind: 2 | 3 }>;
type AnyFill = Push<'fill'>;
type Settlement = Extract<AnyFill, { receipt: unknown }>;
type SpotFill = Exclude<AnyFill, Settlement>;
const isPositionOrder = (order: AnyOrder): order is PositionOrder => 'kind' in order;
const isSettlement = (fill: AnyFill): fill is Settlement => 'receipt' in fill;

const filled = 3;
const timedOver = 2;
const isOpen = ({ status }: { status: number }): boolean => status < filled;

type Period = { symbol?: string | undefined; from?: unknown; to?: unknown };
const within = (time: number, { from, to }: Period): boolean =>
  (from === undefined || time >= Number(from)) && (to === undefined || time < Number(to));
const ofSymbol = (symbol: string | null, query: Period): boolean => query.symbol === undefined || symbol === query.symbol;

type State = 'open' | 'finished' | 'all' | undefined;
const inState = (open: boolean, state: State): boolean => state === undefined || state === 'all' || (state === 'open') === open;

/** The largest number of fills and settlements in a detail answer. */
const shownWithOne = 100;
const kindOf = { 'GET pay/order-contract/page': 2, 'GET pay/order-stock/page': 3 } as const;
const settlementId = ({ seq, index }: Settlement): string => `${seq}/${index}`;
const newerSettlement = (a: Settlement, b: Settlement): number => newerId(a.seq, b.seq) || b.index - a.index;

type PositionQuery = CallInput<'GET pay/order-contract/page'>;
type PositionPage = CallOutput<'GET pay/order-contract/page'>;
const positionPage =
  (kind: 2 | 3) =>
  (data: PositionPage, change: Change, query: PositionQuery): Folded<PositionPage> => {
    const view = query.view ?? 'positions';
    if (change.c === 'position' && change.v.kind === kind && data.positions && ofSymbol(change.v.symbol, query)) {
      const row = change.v;
      const [belongs, newer] =
        view === 'closed'
          ? [row.status === 2, (a: typeof row, b: typeof row) => b.updatedAt - a.updatedAt || newerId(a.id, b.id)]
          : [row.status === 1 && within(row.openedAt, query), undefined];
      return withPart(data, 'positions', placed(data.positions, row, { belongs, newer, appends: view !== 'closed' }));
    }
    if (change.c === 'order' && isPositionOrder(change.v) && change.v.kind === kind && data.orders && ofSymbol(change.v.symbol, query)) {
      const row = change.v;
      const belongs = isOpen(row) === (view === 'orders') && within(row.createdAt, query);
      return withPart(data, 'orders', placed(data.orders, row, { belongs, appends: view === 'orders' }));
    }
    if (change.c === 'fill' && isSettlement(change.v) && data.settlements) {
      const row = change.v;
      const known = data.settlements.list.some(({ symbol }) => symbol === row.symbol);
      if (!ofSymbol(row.symbol, query) || !within(row.time, query)) return data;
      if (query.positionId !== undefined && query.positionId !== row.positionId) return data;
      // A page without a symbol filter would list the order even if it belongs to the other product. If the page already lists the symbol,
      // it is the right one.
      if (query.symbol === undefined && query.positionId === undefined && !known) return 'reread';
      return withPart(data, 'settlements', placed(data.settlements, row, { id: settlementId, newer: newerSettlement, appends: true }));
    }
    return data;
  };

function withPart<Data extends object, Key extends keyof Data>(data: Data, key: Key, part: Data[Key] | 'reread'): Data | 'reread' {
  return part === 'reread' ? 'reread' : part === data[key] ? data : { ...data, [key]: part };
}

type Detail = { position: Push<'position'> | null; orders: PositionOrder[]; settlements: Settlement[] };
function positionDetail<Data extends Detail>(data: Data, change: Change): Data {
  const { position } = data;
  if (change.c === 'position') return position?.id === change.v.id ? { ...data, position: change.v } : data;
  if (change.c === 'order' && isPositionOrder(change.v)) {
    const order = change.v;
    const shown = data.orders.some(({ id }) => id === order.id) || (position !== null && order.positionId === position.id);
    return shown ? { ...data, orders: insertSorted(data.orders, order, {}, shownWithOne) } : data;
  }
  if (change.c === 'fill' && isSettlement(change.v)) {
    const row = change.v;
    const shown =
      position !== null ? row.positionId === position.id : row.orderId !== null && data.orders.some(({ id }) => id === row.orderId);
    const by = { id: settlementId, newer: newerSettlement };
    return shown ? { ...data, settlements: insertSorted(data.settlements, row, by, shownWithOne) } : data;
  }
  return data;
}

type Lines = Page<Push<'line'>>;
type LineQuery = CallInput<'GET pay/funds-flow/page'>;
/** Codes of transfers between wallets. */
const transferFlows = [3_000, 4_000] as const;
const statement =
  (wanted: (line: Push<'line'>) => boolean) =>
  (data: Lines, change: Change, query: LineQuery): Folded<Lines> => {
    if (change.c !== 'line') return data;
    const line = change.v;
    // Only the server can tell the kinds of lines apart.
    if (query.type !== undefined && Number(query.type) !== 3) return 'reread';
    const belongs =
      wanted(line) &&
      (query.wallet === undefined || Number(query.wallet) === line.wallet) &&
      (query.asset === undefined || query.asset === line.asset) &&
      (query.flow === undefined || Number(query.flow) === line.flow) &&
      within(line.time, query);
    return belongs ? placed(data, line, { appends: true }) : data;
  };

function define<Name extends CallName>(hears: readonly ChangeChannel[], fold: Fold<Name>['fold']): Fold<Name> {
  return { hears, fold };
}
/** Answers that need more than one push contains. */
const readAgain = <Name extends CallName>(...hears: ChangeChannel[]) => define<Name>(hears, () => 'reread');

const wallet = ['wallet'] as const;

export const folds = {
  'GET pay/order-coin/order-page': define<'GET pay/order-coin/order-page'>(['order'], (data, change, query) => {
    if (change.c !== 'order' || isPositionOrder(change.v)) return data;
    const row: SpotOrder = change.v;
    if (!ofSymbol(row.symbol, query) || !within(row.createdAt, query)) return data;
    if (query.side !== undefined && Number(query.side) !== row.side) return data;
    return placed(data, row, { belongs: inState(isOpen(row), query.state), appends: query.state !== 'finished' });
  }),
  'GET pay/order-coin/order-detail': define<'GET pay/order-coin/order-detail'>(['order', 'fill'], (data, change) => {
    if (change.c === 'order' && !isPositionOrder(change.v) && change.v.id === data.id) return { ...change.v, fills: data.fills };
    if (change.c === 'fill' && !isSettlement(change.v) && change.v.orderId === data.id)
      return { ...data, fills: insertSorted(data.fills, change.v, {}, shownWithOne) };
    return data;
  }),
  'GET pay/order-coin/fill-page': define<'GET pay/order-coin/fill-page'>(['fill'], (data, change, query) => {
    if (change.c !== 'fill' || isSettlement(change.v)) return data;
    const row: SpotFill = change.v;
    if (!ofSymbol(row.symbol, query) || !within(row.time, query)) return data;
    if (query.orderId !== undefined && query.orderId !== row.orderId) return data;
    return placed(data, row, { appends: true });
  }),
  'GET pay/order-contract/page': define<'GET pay/order-contract/page'>(
    ['order', 'fill', 'position'],
    positionPage(kindOf['GET pay/order-contract/page']),
  ),
  'GET pay/order-stock/page': define<'GET pay/order-stock/page'>(
    ['order', 'fill', 'position'],
    positionPage(kindOf['GET pay/order-stock/page']),
  ),
  'GET pay/order-contract/detail': define<'GET pay/order-contract/detail'>(['order', 'fill', 'position'], positionDetail),
  'GET stock/order/detail': define<'GET stock/order/detail'>(['order', 'fill', 'position'], positionDetail),
  'GET pay/order-stock/detail': define<'GET pay/order-stock/detail'>(['order', 'fill'], (data, change) => {
    if (change.c === 'order' && isPositionOrder(change.v) && change.v.id === data.id) return { ...change.v, settlements: data.settlements };
    if (change.c === 'fill' && isSettlement(change.v) && change.v.orderId === data.id) {
      const by = { id: settlementId, newer: newerSettlement };
      return { ...data, settlements: insertSorted(data.settlements, change.v, by, shownWithOne) };
    }
    return data;
  }),
  'GET stock/uc-order/page': define<'GET stock/uc-order/page'>(['order'], (data, change) =>
    change.c === 'order' && isPositionOrder(change.v) && change.v.upperCircuit ? 'reread' : data,
  ),
  'GET pay/order-contract-quick/page': define<'GET pay/order-contract-quick/page'>(['timed'], (data, change, query) => {
    if (change.c !== 'timed' || !ofSymbol(change.v.symbol, query) || !within(change.v.placedAt, query)) return data;
    return placed(data, change.v, { belongs: inState(change.v.status < timedOver, query.state), appends: query.state !== 'finished' });
  }),
  'GET pay/order-contract-quick/detail': define<'GET pay/order-contract-quick/detail'>(['timed'], (data, change) =>
    change.c === 'timed' && change.v.id === data.id ? change.v : data,
  ),
  'GET pay/funds-flow/page': define<'GET pay/funds-flow/page'>(
    ['line'],
    statement(() => true),
  ),
  'GET pay/funds-flow/page0': define<'GET pay/funds-flow/page0'>(
    ['line'],
    statement(({ direction }) => direction < 3),
  ),
  'GET pay/funds-flow/page3': define<'GET pay/funds-flow/page3'>(
    ['line'],
    statement(({ flow }) => flow >= transferFlows[0] && flow < transferFlows[1]),
  ),
  'GET pay/wallet/list-fund': define<'GET pay/wallet/list-fund'>(wallet, (data, change, query, nameOf) =>
    change.c === 'wallet'
      ? balancesOf(change.v, nameOf, ({ wallet: of }) => query.wallet === undefined || Number(query.wallet) === of, data)
      : data,
  ),
  'GET pay/wallet/overview': define<'GET pay/wallet/overview'>(wallet, (data, change, _query, nameOf) =>
    change.c === 'wallet' ? foldOverview(data, change.v, nameOf) : data,
  ),
  'GET pay/wallet/home-stat': define<'GET pay/wallet/home-stat'>(wallet, (data, change) =>
    change.c === 'wallet' ? foldHomeStat(data, change.v) : data,
  ),
  // Histories have the realised profit: the figure is updated when the answer is read next.
  'GET pay/wallet/contract': define<'GET pay/wallet/contract'>(['wallet', 'fill'], (data, change) =>
    change.c === 'wallet' ? { ...data, ...change.v.contract } : change.c === 'fill' && isSettlement(change.v) ? 'later' : data,
  ),
  'GET pay/wallet/quick-contract': define<'GET pay/wallet/quick-contract'>(['wallet', 'timed'], (data, change) =>
    change.c === 'wallet' ? { ...data, ...change.v.fast } : isTimedEnd(change) ? 'later' : data,
  ),
  'GET pay/wallet/fast': define<'GET pay/wallet/fast'>(['wallet', 'timed'], (data, change) =>
    change.c === 'wallet' ? { ...data, ...change.v.fast } : isTimedEnd(change) ? 'later' : data,
  ),
  'GET pay/wallet/stats': readAgain<'GET pay/wallet/stats'>('wallet'),
  'GET pay/wallet/statistic': readAgain<'GET pay/wallet/statistic'>('wallet'),
  'GET pay/wallet/fund': readAgain<'GET pay/wallet/fund'>('wallet'),
  'GET pay/wallet/coin-funds': readAgain<'GET pay/wallet/coin-funds'>('wallet'),
  'GET pay/wallet/fiat': readAgain<'GET pay/wallet/fiat'>('wallet'),
  'GET pay/wallet/get-by-coin': readAgain<'GET pay/wallet/get-by-coin'>('wallet'),
} as const;

const isTimedEnd = (change: Change): boolean => change.c === 'timed' && change.v.status >= timedOver;

type FoldedName = keyof typeof folds;
const isFolded = (name: string): name is FoldedName => Object.hasOwn(folds, name);
/** Every call whose answers pushes change. */
export const foldedNames = Object.keys(folds) as FoldedName[];

export const hearsChannel = (name: string, channel: string): boolean =>
  isFolded(name) && (folds[name].hears as readonly string[]).includes(channel);

/** The answer of a call after a push; the same object if the push does not concern it. */
export function fold(name: string, input: unknown, data: unknown, change: Change, nameOf: AssetName): unknown | 'reread' | 'later' {
  if (!isFolded(name) || !hearsChannel(name, change.c)) return data;
  const { fold: one } = folds[name] as unknown as Fold<CallName>;
  return one(data as CallOutput<CallName>, change, (input ?? {}) as CallInput<CallName>, nameOf);
}
