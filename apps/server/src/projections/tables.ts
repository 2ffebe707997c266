import type { FillEvent, LedgerEvent, OrderEvent } from '@bourse/engine';
import type { Cell, ColumnTypes } from './columns.ts';
import { outcomeToText } from './projection.ts';
import { type AnsweredCommand, type AppliedTransfer, dayMs } from './rows.ts';

/** A history table: its columns without the venue, and how each is read from a row. */
export interface Table<Row> {
  name: string;
  columns: ColumnTypes;
  /** In the order of the columns. */
  cells(row: Row): readonly Cell[];
}

/** A table whose rows are replaced. The venue is the last column of its key. */
export interface KeyedTable<Row> extends Table<Row> {
  key: readonly string[];
}

export const orders: KeyedTable<OrderEvent> = {
  name: 'orders',
  key: ['order_id'],
  columns: {
    order_id: 'bigint',
    account: 'int',
    instrument: 'int',
    side: 'smallint',
    type: 'smallint',
    tif: 'smallint',
    post_only: 'boolean',
    price_ticks: 'bigint',
    trigger_ticks: 'bigint',
    lots: 'bigint',
    quote_amount: 'bigint',
    filled_lots: 'bigint',
    filled_quote: 'bigint',
    reserved: 'numeric',
    reserved_asset: 'int',
    status: 'smallint',
    reason: 'text',
    placed_at: 'bigint',
    updated_at: 'bigint',
    seq: 'bigint',
  },
  cells: (o) => [
    ...[o.order, o.account, o.instrument, o.side, o.type, o.tif, o.postOnly, o.priceTicks, o.triggerTicks, o.lots, o.quoteAmount],
    ...[o.filledLots, o.filledQuote, o.reserved, o.reservedAsset, o.status, o.reason, o.placedAt, o.time, o.seq],
  ],
};

export const fills: Table<FillEvent> = {
  name: 'fills',
  columns: {
    fill_id: 'bigint',
    seq: 'bigint',
    event_index: 'int',
    time: 'bigint',
    instrument: 'int',
    price_ticks: 'bigint',
    lots: 'bigint',
    base_units: 'numeric',
    quote_units: 'bigint',
    taker_side: 'smallint',
    taker_order: 'bigint',
    taker_account: 'int',
    taker_fee_ppm: 'int',
    taker_fee: 'bigint',
    taker_fee_asset: 'int',
    maker_order: 'bigint',
    maker_account: 'int',
    maker_fee_ppm: 'int',
    maker_fee: 'bigint',
    maker_fee_asset: 'int',
  },
  cells: ({ taker, maker, ...f }) => [
    ...[f.fill, f.seq, f.index, f.time, f.instrument, f.priceTicks, f.lots, f.baseUnits, f.quoteUnits, f.takerSide],
    ...[taker.order, taker.account, taker.feePpm, taker.feeUnits, taker.feeAsset],
    ...[maker.order, maker.account, maker.feePpm, maker.feeUnits, maker.feeAsset],
  ],
};

export const lines: Table<LedgerEvent> = {
  name: 'ledger_line',
  columns: {
    account: 'int',
    seq: 'bigint',
    event_index: 'int',
    time: 'bigint',
    posting: 'int',
    wallet: 'smallint',
    asset: 'int',
    direction: 'smallint',
    available_delta: 'numeric',
    frozen_delta: 'numeric',
    available_after: 'numeric',
    frozen_after: 'numeric',
    flow: 'int',
    order_id: 'bigint',
    fill_id: 'bigint',
  },
  cells: (l) => [
    ...[l.account, l.seq, l.index, l.time, l.posting, l.wallet, l.asset, l.direction],
    ...[l.availableDelta, l.frozenDelta, l.availableAfter, l.frozenAfter, l.flow, l.order, l.fill],
  ],
};

export const transfers: Table<AppliedTransfer> = {
  name: 'transfers',
  columns: {
    account: 'int',
    seq: 'bigint',
    time: 'bigint',
    from_wallet: 'smallint',
    to_wallet: 'smallint',
    asset: 'int',
    amount: 'numeric',
  },
  cells: ({ applied, transfer: t }) => [...[t.account, applied.seq, applied.time, t.from, t.to, t.asset, t.amount]],
};

export const answers: Table<AnsweredCommand> = {
  name: 'command_outcome',
  columns: {
    account: 'int',
    command_id: 'uuid',
    seq: 'bigint',
    time: 'bigint',
    body_hash: 'bytea',
    outcome: 'text',
    ahead: 'bigint',
  },
  cells: ({ identity: i, seq, time, outcome }) => [...[i.account, i.commandId, seq, time, i.bodyHash, outcomeToText(outcome), i.ahead]],
};

export const balances: KeyedTable<LedgerEvent> = {
  name: 'balance',
  key: ['account', 'wallet', 'asset'],
  columns: {
    account: 'int',
    wallet: 'smallint',
    asset: 'int',
    available: 'numeric',
    frozen: 'numeric',
    seq: 'bigint',
  },
  cells: (b) => [b.account, b.wallet, b.asset, b.availableAfter, b.frozenAfter, b.seq],
};

export const dailyBalances: KeyedTable<LedgerEvent> = {
  name: 'daily_balance',
  key: ['account', 'day', 'wallet', 'asset'],
  columns: { account: 'int', day: 'date', wallet: 'smallint', asset: 'int', available: 'numeric', frozen: 'numeric' },
  cells: (b) => [b.account, daysSince2000(b.time), b.wallet, b.asset, b.availableAfter, b.frozenAfter],
};

const daysSince2000 = (time: number) => Math.floor((time - Date.UTC(2000, 0, 1)) / dayMs);
