import type { CallArguments, StatementLine } from '@bourse/protocol';
import { BalanceDirection, HistoryType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { flowByCode } from '@bourse/protocol/flows';
import { amountText } from '../calls/figures.ts';
import type { Handlers, SignedInContext } from '../calls/handlers.ts';
import { caughtUp, type TradingPorts } from '../calls/trading.ts';
import { assetOf } from './balances.ts';
import { type LineFilter, type LineRow, lineId, linesByIds, linesPage, readLineId } from './statement-rows.ts';

/** Flow codes of the areas that the record types name. */
const transferFlows = { flowFrom: 3000, flowTo: 4000 };
const swapFlows = { flowFrom: 15_000, flowTo: 16_000 };

export function lineView(ports: Pick<TradingPorts, 'market'>, row: LineRow): StatementLine {
  const asset = assetOf(ports, row.asset);
  const available = BigInt(row.available_delta);
  const owned = available + BigInt(row.frozen_delta);
  const instrument = row.instrument === null ? undefined : ports.market.catalogue.instrumentById(row.instrument);
  return {
    id: lineId(row.seq, row.event_index),
    seq: String(row.seq),
    time: Number(row.time),
    wallet: row.wallet,
    asset: asset.code,
    // Frozen money that goes to somebody else is spent, not released. The sign of the change shows it.
    direction: owned === 0n ? row.direction : owned > 0n ? BalanceDirection.in : BalanceDirection.out,
    flow: row.flow,
    flowName: flowByCode(row.flow) ?? String(row.flow),
    // A freeze or release does not change what is owned. The line then shows the change of the available part.
    amount: amountText(asset, owned === 0n ? available : owned),
    availableAfter: amountText(asset, BigInt(row.available_after)),
    frozenAfter: amountText(asset, BigInt(row.frozen_after)),
    orderId: row.order_id === 0n ? null : String(row.order_id),
    fillId: row.fill_id === 0n ? null : String(row.fill_id),
    symbol: instrument?.symbol ?? null,
  };
}

type Query = CallArguments<'GET pay/funds-flow/page'>;

function filterOf(ports: TradingPorts, query: Query, { session }: SignedInContext): LineFilter | undefined {
  const asset = query.asset === undefined ? undefined : ports.market.catalogue.assetByCode(query.asset);
  if (query.asset !== undefined && !asset) return undefined;
  return {
    venue: session.venue,
    account: session.account,
    wallet: query.wallet,
    asset: asset?.id,
    flow: query.flow === undefined ? undefined : Number(query.flow),
    from: query.from,
    to: query.to,
    ...byType(query.type),
  };
}

function byType(type: Query['type']): Partial<LineFilter> {
  if (type === HistoryType.add) return { sign: 1 };
  if (type === HistoryType.sub) return { sign: -1 };
  if (type === HistoryType.swap) return swapFlows;
  if (type === HistoryType.transfer) return transferFlows;
  return {};
}

async function page(ports: TradingPorts, query: Query, context: SignedInContext, narrowed: Partial<LineFilter>) {
  const { pageNo, pageSize } = query;
  await caughtUp(ports, context);
  const filter = filterOf(ports, query, context);
  if (!filter) return { list: [], total: 0, pageNo, pageSize };
  const { rows, total } = await linesPage(ports.database, { ...filter, ...narrowed }, pageSize, (pageNo - 1) * pageSize);
  return { list: rows.map((row) => lineView(ports, row)), total, pageNo, pageSize };
}

async function byIds(ports: TradingPorts, ids: string, context: SignedInContext): Promise<StatementLine[]> {
  await caughtUp(ports, context);
  const { venue, account } = context.session;
  const rows = await linesByIds(ports.database, venue, account, ids.split(','));
  return rows.map((row) => lineView(ports, row));
}

const added = (line: StatementLine) => line.direction < 3 && !line.amount.startsWith('-');

type Names =
  | 'GET pay/funds-flow/page'
  | 'GET pay/funds-flow/page0'
  | 'GET pay/funds-flow/page3'
  | 'GET pay/funds-flow/detail'
  | 'GET pay/funds-flow/detail-list'
  | 'GET pay/funds-flow/transfer-detail'
  | 'GET pay/order-history/all'
  | 'GET pay/order-history/add'
  | 'GET pay/order-history/sub';

export const statementHandlers = (ports: TradingPorts): Handlers<Names> => ({
  'GET pay/funds-flow/page': (query, context) => page(ports, query, context, {}),
  'GET pay/funds-flow/page0': (query, context) => page(ports, query, context, { ownedOnly: true }),
  'GET pay/funds-flow/page3': (query, context) => page(ports, query, context, transferFlows),

  'GET pay/funds-flow/detail': async ({ id }, context) => {
    const [line] = await byIds(ports, id, context);
    if (!line) throw new Refusal('notFound');
    return line;
  },
  'GET pay/funds-flow/detail-list': ({ ids }, context) => byIds(ports, ids, context),

  'GET pay/funds-flow/transfer-detail': async ({ id }, context) => {
    await caughtUp(ports, context);
    const key = readLineId(id);
    const { venue, account } = context.session;
    const [transfer] = await ports.database.query<{
      seq: bigint;
      time: bigint;
      from_wallet: 1 | 2 | 3 | 4 | 5;
      to_wallet: 1 | 2 | 3 | 4 | 5;
      asset: number;
      amount: string;
    }>('SELECT * FROM transfers WHERE venue = $1 AND account = $2 AND seq = $3', [venue, account, key?.seq ?? 0n]);
    if (!transfer) throw new Refusal('notFound');
    const asset = assetOf(ports, transfer.asset);
    const { rows } = await linesPage(ports.database, { venue, account, ...transferFlows, ...ofSequence(transfer) }, 10, 0);
    return {
      id,
      seq: String(transfer.seq),
      time: Number(transfer.time),
      asset: asset.code,
      amount: amountText(asset, BigInt(transfer.amount)),
      from: transfer.from_wallet,
      to: transfer.to_wallet,
      lines: rows.filter((row) => row.seq === transfer.seq).map((row) => lineView(ports, row)),
    };
  },

  'GET pay/order-history/all': ({ ids }, context) => byIds(ports, ids, context),
  'GET pay/order-history/add': async ({ ids }, context) => (await byIds(ports, ids, context)).filter(added),
  'GET pay/order-history/sub': async ({ ids }, context) => (await byIds(ports, ids, context)).filter((line) => line.amount.startsWith('-')),
});

/** A command happens at one instant. The sequence orders lines of the same millisecond. */
const ofSequence = ({ time }: { time: bigint }) => ({ from: Number(time), to: Number(time) + 1 });
