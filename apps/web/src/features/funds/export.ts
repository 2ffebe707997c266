import type { Fill, Order, Position, PositionOrder, Settlement, StatementLine, TimedOrder } from '@bourse/protocol';
import { downloadText, toCsv } from '@bourse/ui';
import { type CallInput, call } from '../../data/index.ts';
import { isoTime } from '../../i18n/format.ts';
import { t } from '../../i18n/index.ts';
import { signedAmount } from './model/statement.ts';
import { flowLabel, walletLabel } from './parts/labels.ts';

/** Whole lists as spreadsheets: every page, full precision, ISO times. Each list is declared once. */

const pageSize = 100;
type Product = 'contract' | 'stock';

interface Saved<Row, Query> {
  file: string;
  /** One page, newest first. `now`: the end of the period, fixed when the file was asked for. */
  page: (query: Query, pageNo: number, now: number) => Promise<readonly Row[] | undefined>;
  /** What makes a row one: new rows move the pages while they are read. */
  idOf: (row: Row) => string;
  columns: Readonly<Record<string, (row: Row) => string>>;
}
const saved = <Row, Query>(table: Saved<Row, Query>) => table;

const orNone = (value: string | null) => value ?? '';
const optionalTime = (time: number | null) => (time === null ? '' : isoTime(time));
const sideOf = ({ side }: { side: 0 | 1 }) => t(side === 0 ? 'trade.buy' : 'trade.sell');

const statement = saved<StatementLine, Omit<CallInput<'GET pay/funds-flow/page'>, 'pageNo' | 'pageSize'>>({
  file: 'bourse-statement',
  page: async (query, pageNo, now) => (await call('GET pay/funds-flow/page', { to: now + 1, ...query, pageNo, pageSize })).list,
  idOf: ({ id }) => id,
  columns: {
    time: ({ time }) => isoTime(time),
    why: ({ flowName }) => flowLabel(t, flowName),
    wallet: ({ wallet }) => walletLabel(t, wallet),
    asset: ({ asset }) => asset,
    change: signedAmount,
    available: ({ availableAfter }) => availableAfter,
    frozen: ({ frozenAfter }) => frozenAfter,
    order: ({ orderId }) => orNone(orderId),
    fill: ({ fillId }) => orNone(fillId),
    event: ({ seq }) => seq,
    line: ({ id }) => id,
  },
});

const coinOrders = saved<Order, { symbol?: string }>({
  file: 'bourse-orders',
  page: async (query, pageNo) => (await call('GET pay/order-coin/order-page', { ...query, state: 'all', pageNo, pageSize })).list,
  idOf: ({ id }) => id,
  columns: {
    placed: ({ createdAt }) => isoTime(createdAt),
    changed: ({ updatedAt }) => isoTime(updatedAt),
    instrument: ({ symbol }) => symbol,
    side: sideOf,
    type: ({ priceType }) => t(`trade.type${priceType}`),
    price: ({ price }) => orNone(price),
    trigger: ({ triggerPrice }) => orNone(triggerPrice),
    quantity: ({ quantity }) => orNone(quantity),
    amount: ({ amount }) => orNone(amount),
    filled: ({ filledQuantity }) => filledQuantity,
    'filled amount': ({ filledAmount }) => filledAmount,
    average: ({ averagePrice }) => orNone(averagePrice),
    status: ({ status }) => t(`trade.status${status}`),
    order: ({ id }) => id,
  },
});

const coinFills = saved<Fill, { symbol?: string }>({
  file: 'bourse-trades',
  page: async (query, pageNo) => (await call('GET pay/order-coin/fill-page', { ...query, pageNo, pageSize })).list,
  idOf: ({ id }) => id,
  columns: {
    time: ({ time }) => isoTime(time),
    instrument: ({ symbol }) => symbol,
    side: sideOf,
    role: ({ role }) => role,
    price: ({ price }) => price,
    quantity: ({ quantity }) => quantity,
    amount: ({ amount }) => amount,
    fee: ({ fee }) => fee,
    'fee asset': ({ feeAsset }) => feeAsset,
    order: ({ orderId }) => orderId,
    fill: ({ id }) => id,
    event: ({ seq }) => seq,
    receipt: ({ receiptHash }) => receiptHash,
  },
});

type ProductQuery = { product: Product; symbol?: string };
const productPage = ({ product, ...query }: ProductQuery, view: 'closed' | 'order-history' | 'settlements', pageNo: number) =>
  call(product === 'stock' ? 'GET pay/order-stock/page' : 'GET pay/order-contract/page', { ...query, view, pageNo, pageSize });

const closed = saved<Position, ProductQuery>({
  file: 'bourse-positions',
  page: async (query, pageNo) => (await productPage(query, 'closed', pageNo)).positions?.list,
  idOf: ({ id }) => id,
  columns: {
    opened: ({ openedAt }) => isoTime(openedAt),
    closed: ({ updatedAt }) => isoTime(updatedAt),
    instrument: ({ symbol }) => symbol,
    side: ({ direction }) => t(direction === 1 ? 'leverage.long' : 'leverage.short'),
    leverage: ({ lever }) => String(lever),
    quantity: ({ closedQuantity }) => closedQuantity,
    'open price': ({ endPrice }) => endPrice,
    'close price': ({ closePrice }) => orNone(closePrice),
    realised: ({ realised }) => realised,
    fees: ({ fees }) => fees,
    funding: ({ funding }) => funding,
    asset: ({ asset }) => asset,
    reason: ({ reason }) => reason,
    position: ({ id }) => id,
  },
});

const productOrders = saved<PositionOrder, ProductQuery>({
  file: 'bourse-orders',
  page: async (query, pageNo) => (await productPage(query, 'order-history', pageNo)).orders?.list,
  idOf: ({ id }) => id,
  columns: {
    placed: ({ createdAt }) => isoTime(createdAt),
    changed: ({ updatedAt }) => isoTime(updatedAt),
    instrument: ({ symbol }) => symbol,
    side: ({ action, direction }) => t('leverage.directionAction', { action, direction }),
    leverage: ({ lever }) => String(lever),
    type: ({ priceType }) => t(`trade.type${priceType}`),
    price: ({ price }) => orNone(price),
    trigger: ({ triggerPrice }) => orNone(triggerPrice),
    quantity: ({ quantity }) => orNone(quantity),
    filled: ({ filledQuantity }) => filledQuantity,
    'filled amount': ({ filledAmount }) => filledAmount,
    average: ({ averagePrice }) => orNone(averagePrice),
    status: ({ status }) => t(`trade.status${status}`),
    reason: ({ reason }) => reason,
    position: ({ positionId }) => orNone(positionId),
    order: ({ id }) => id,
  },
});

const settlements = saved<Settlement, ProductQuery>({
  file: 'bourse-settlements',
  page: async (query, pageNo) => (await productPage(query, 'settlements', pageNo)).settlements?.list,
  idOf: ({ seq, index }) => `${seq}/${index}`,
  columns: {
    time: ({ time }) => isoTime(time),
    instrument: ({ symbol }) => symbol,
    what: ({ kind }) => kind,
    side: ({ direction }) => t(direction === 1 ? 'leverage.long' : 'leverage.short'),
    role: ({ role }) => orNone(role),
    price: ({ price }) => orNone(price),
    quantity: ({ quantity }) => orNone(quantity),
    amount: ({ amount }) => amount,
    fee: ({ fee }) => fee,
    asset: ({ asset }) => asset,
    position: ({ positionId }) => orNone(positionId),
    order: ({ orderId }) => orNone(orderId),
    fill: ({ fillId }) => orNone(fillId),
    event: ({ seq }) => seq,
  },
});

const timed = saved<TimedOrder, { symbol?: string }>({
  file: 'bourse-timed',
  page: async (query, pageNo) => (await call('GET pay/order-contract-quick/page', { ...query, state: 'all', pageNo, pageSize })).list,
  idOf: ({ id }) => id,
  columns: {
    placed: ({ placedAt }) => isoTime(placedAt),
    instrument: ({ symbol }) => symbol,
    side: ({ direction }) => t(direction === 1 ? 'leverage.long' : 'leverage.short'),
    seconds: ({ durationS }) => String(durationS),
    stake: ({ stake }) => stake,
    payout: ({ payout }) => payout,
    result: ({ result }) => orNone(result),
    asset: ({ asset }) => asset,
    'start time': ({ startTime }) => optionalTime(startTime),
    'start price': ({ startPrice }) => orNone(startPrice),
    'end time': ({ endTime }) => optionalTime(endTime),
    'end price': ({ endPrice }) => orNone(endPrice),
    contract: ({ id }) => id,
  },
});

export const savedTables = { statement, coinOrders, coinFills, closed, productOrders, settlements, timed } as const;
export type SavedTable = keyof typeof savedTables;
export type SavedQuery<Name extends SavedTable> = Parameters<(typeof savedTables)[Name]['page']>[0];

/** Every row of a filtered list, newest first. A row that comes twice, because newer ones moved the pages, counts once. */
export async function allRows<Row, Query>({ page, idOf }: Saved<Row, Query>, query: Query, now: number): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let pageNo = 1; ; pageNo += 1) {
    const list = (await page(query, pageNo, now)) ?? [];
    for (const row of list) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
    if (list.length < pageSize) return [...rows.values()];
  }
}

const textOf = <Row>({ columns }: Pick<Saved<Row, never>, 'columns'>, rows: readonly Row[]): string =>
  toCsv(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((cell) => cell(row))),
  );

async function save<Row, Query>(table: Saved<Row, Query>, query: Query, now: number): Promise<void> {
  downloadText(`${table.file}.csv`, textOf(table, await allRows(table, query, now)));
}

/** Saves a whole filtered list as a spreadsheet. */
export const saveTable = <Name extends SavedTable>(name: Name, query: SavedQuery<Name>, now: number): Promise<void> =>
  save(savedTables[name] as unknown as Saved<unknown, SavedQuery<Name>>, query, now);
