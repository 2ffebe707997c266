import type { FillEvent, LedgerEvent, OrderEvent } from '@bourse/engine';
import type { Cell, ColumnType, ColumnTypes } from './columns.ts';
import { outcomeToText } from './projection.ts';
import { type AnsweredCommand, type AppliedTransfer, dayMs } from './rows.ts';

/** A history table: its columns without the venue, and how each is read from a row. */
export interface Table<Row> {
  name: string;
  /** Columns that name a row of one venue. */
  key: readonly string[];
  columns: ColumnTypes;
  /** In the order of the columns. */
  cells(row: Row): readonly Cell[];
}

/** A table whose rows are replaced. */
export interface KeyedTable<Row> extends Table<Row> {
  replaced: true;
  /** Columns that do not just take the new value of a row that exists: an SQL expression of `excluded` and the old row. */
  merged?: Readonly<Record<string, string>>;
}

/** Columns of one type. */
export const all = <const Name extends string>(type: ColumnType, ...names: Name[]): Record<Name, ColumnType> =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<Name, ColumnType>;

export const orders: KeyedTable<OrderEvent> = {
  name: 'orders',
  replaced: true,
  key: ['order_id'],
  columns: {
    ...all('bigint', 'order_id', 'price_ticks', 'trigger_ticks', 'lots', 'quote_amount', 'filled_lots', 'filled_quote'),
    ...all('bigint', 'placed_at', 'updated_at', 'seq'),
    ...all('int', 'account', 'instrument', 'reserved_asset'),
    ...all('smallint', 'side', 'type', 'tif', 'status'),
    ...{ post_only: 'boolean', reserved: 'numeric', reason: 'text' },
  },
  // biome-ignore format: in rows, as the columns are; spread rows would cost as much as writing them
  cells: (o) => [
    o.order, o.priceTicks, o.triggerTicks, o.lots, o.quoteAmount, o.filledLots, o.filledQuote, o.placedAt, o.time, o.seq,
    o.account, o.instrument, o.reservedAsset, o.side, o.type, o.tif, o.status, o.postOnly, o.reserved, o.reason,
  ],
};

export const fills: Table<FillEvent> = {
  name: 'fills',
  key: ['fill_id'],
  columns: {
    ...all('bigint', 'fill_id', 'seq', 'time', 'price_ticks', 'lots', 'quote_units'),
    ...all('bigint', 'taker_order', 'taker_fee', 'maker_order', 'maker_fee'),
    ...all('int', 'event_index', 'instrument', 'taker_account', 'taker_fee_ppm', 'taker_fee_asset'),
    ...all('int', 'maker_account', 'maker_fee_ppm', 'maker_fee_asset'),
    ...{ base_units: 'numeric', taker_side: 'smallint' },
  },
  // biome-ignore format: in rows, as the columns are
  cells: (f) => [
    f.fill, f.seq, f.time, f.priceTicks, f.lots, f.quoteUnits, f.taker.order, f.taker.feeUnits, f.maker.order, f.maker.feeUnits,
    f.index, f.instrument, f.taker.account, f.taker.feePpm, f.taker.feeAsset, f.maker.account, f.maker.feePpm, f.maker.feeAsset,
    f.baseUnits, f.takerSide,
  ],
};

export const lines: Table<LedgerEvent> = {
  name: 'ledger_line',
  key: ['account', 'seq', 'event_index'],
  columns: {
    ...all('int', 'account', 'event_index', 'posting', 'asset', 'flow'),
    ...all('bigint', 'seq', 'time', 'order_id', 'fill_id'),
    ...all('smallint', 'wallet', 'direction'),
    ...all('numeric', 'available_delta', 'frozen_delta', 'available_after', 'frozen_after'),
  },
  // biome-ignore format: in rows, as the columns are
  cells: (l) => [
    l.account, l.index, l.posting, l.asset, l.flow, l.seq, l.time, l.order, l.fill, l.wallet, l.direction,
    l.availableDelta, l.frozenDelta, l.availableAfter, l.frozenAfter,
  ],
};

export const transfers: Table<AppliedTransfer> = {
  name: 'transfers',
  key: ['account', 'seq'],
  columns: {
    ...all('int', 'account', 'asset'),
    ...all('bigint', 'seq', 'time'),
    ...all('smallint', 'from_wallet', 'to_wallet'),
    amount: 'numeric',
  },
  cells: ({ applied, transfer: t }) => [t.account, t.asset, applied.seq, applied.time, t.from, t.to, t.amount],
};

export const answers: Table<AnsweredCommand> = {
  name: 'command_outcome',
  key: ['account', 'command_id'],
  columns: {
    ...all('bigint', 'seq', 'time', 'ahead'),
    ...{ account: 'int', command_id: 'uuid', body_hash: 'bytea', outcome: 'text' },
  },
  // biome-ignore format: in rows, as the columns are
  cells: (a) => [
    a.seq, a.time, a.identity.ahead, a.identity.account, a.identity.commandId, a.identity.bodyHash,
    a.outcomeText ?? outcomeToText(a.outcome),
  ],
};

export const balances: KeyedTable<LedgerEvent> = {
  name: 'balance',
  replaced: true,
  key: ['account', 'wallet', 'asset'],
  columns: { account: 'int', wallet: 'smallint', asset: 'int', available: 'numeric', frozen: 'numeric', seq: 'bigint' },
  cells: (b) => [b.account, b.wallet, b.asset, b.availableAfter, b.frozenAfter, b.seq],
};

export const dailyBalances: KeyedTable<LedgerEvent> = {
  name: 'daily_balance',
  replaced: true,
  key: ['account', 'day', 'wallet', 'asset'],
  columns: { account: 'int', day: 'date', wallet: 'smallint', asset: 'int', available: 'numeric', frozen: 'numeric' },
  cells: (b) => [b.account, daysSince2000(b.time), b.wallet, b.asset, b.availableAfter, b.frozenAfter],
};

const daysSince2000 = (time: number) => Math.floor((time - Date.UTC(2000, 0, 1)) / dayMs);
