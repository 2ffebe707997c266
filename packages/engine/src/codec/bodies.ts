import type { AssetKind, InstrumentKind, InstrumentStatus, OrderPriceType, OrderSide, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { AmendOrder, BatchItem, CancelOrder, Command, PlaceOrder } from '../commands.ts';
import { modes } from '../record/decode.ts';
import { type ByteReader, type ByteWriter, CodecError } from './bytes.ts';
import { hasSwitches, readContractBody, readSwitched, writeContractBody, writeSwitches } from './contract-bodies.ts';
import { readList, within, writeList } from './lists.ts';
import { readStockBody, writeStockBody } from './stock.ts';
import { readDefineTimed, readPlaceTimed, writeDefineTimed, writePlaceTimed } from './timed.ts';

/** The first byte of a body. Numbers are stored in journals: never reuse one. */
export const kinds = [
  'defineAsset',
  'defineInstrument',
  'setInstrumentStatus',
  'setTradingMode',
  'openAccount',
  'setFeeClass',
  'fundHouse',
  'grantDemo',
  'transfer',
  'placeOrder',
  'amendOrder',
  'cancelOrder',
  'cancelAllOrders',
  'cancelAllAfter',
  'orderBatch',
  'feedTicks',
  'advanceTime',
  'defineContract',
  'placeContractOrder',
  'setPositionStops',
  'changeMargin',
  'closeAllPositions',
  'reversePosition',
  'reverseAllPositions',
  'defineTimed',
  'placeTimed',
  'defineCalendar',
  'defineStock',
  'placeStockOrder',
  'setDayTrade',
  'corporateAction',
] as const satisfies readonly Command['kind'][];

/** A definition of a contract with rules that came later. */
const switchedContract = 128;

const kindNumber = new Map<string, number>(kinds.map((kind, number) => [kind, number]));

/** A command's fields in their one order; the same command always gives the same bytes. */
export function writeBody(w: ByteWriter, command: Command): void {
  const number = kindNumber.get(command.kind);
  if (number === undefined) throw new CodecError('unencodable', `no command ${String(command.kind)}`);
  const switched = command.kind === 'defineContract' && hasSwitches(command);
  w.byte(switched ? switchedContract : number);
  switch (command.kind) {
    case 'defineAsset':
      w.count(command.asset);
      w.text(command.code);
      w.count(command.scale);
      w.count(command.assetKind);
      break;
    case 'defineInstrument':
      w.count(command.instrument);
      w.text(command.symbol);
      w.count(command.instrumentKind);
      w.count(command.baseAsset);
      w.count(command.quoteAsset);
      w.big(command.lotUnits);
      w.count(command.quoteUnitsPerTickLot);
      w.count(command.minLots);
      w.count(command.maxLots);
      w.count(command.minNotional);
      w.count(command.bandBps);
      writeList(w, command.takerFeePpm, (ppm) => w.count(ppm));
      writeList(w, command.makerFeePpm, (ppm) => w.count(ppm));
      w.count(command.status + (command.keepsProtection === true ? keepsBit : 0));
      break;
    case 'setInstrumentStatus':
      w.count(command.instrument);
      w.count(command.status);
      break;
    case 'setTradingMode':
      w.count(modes.indexOf(command.mode));
      break;
    case 'openAccount':
    case 'setFeeClass':
      w.count(command.account);
      w.count(command.feeClass);
      break;
    case 'fundHouse':
      w.count(command.account);
      w.count(command.wallet);
      w.count(command.asset);
      w.big(command.amount);
      w.text(command.reference);
      break;
    case 'grantDemo':
      w.count(command.account);
      break;
    case 'transfer':
      w.count(command.account);
      w.count(command.from);
      w.count(command.to);
      w.count(command.asset);
      w.big(command.amount);
      break;
    case 'placeOrder':
      w.count(command.account);
      writePlace(w, command);
      break;
    case 'amendOrder':
      w.count(command.account);
      writeAmend(w, command);
      break;
    case 'cancelOrder':
      w.count(command.account);
      w.count(command.order);
      break;
    case 'cancelAllOrders':
      w.count(command.account);
      w.count(command.instrument);
      break;
    case 'cancelAllAfter':
      w.count(command.account);
      w.count(command.timeoutMs);
      break;
    case 'orderBatch':
      w.count(command.account);
      writeList(w, command.items, (item) => writeItem(w, item));
      break;
    case 'feedTicks':
      w.text(command.source);
      writeList(w, command.items, (item) => {
        w.count(item.instrument);
        w.count(item.priceTicks);
        w.count(item.time);
      });
      break;
    case 'advanceTime':
      break;
    case 'defineTimed':
      writeDefineTimed(w, command);
      break;
    case 'placeTimed':
      writePlaceTimed(w, command);
      break;
    case 'defineContract':
      writeContractBody(w, command);
      if (switched) writeSwitches(w, command);
      break;
    case 'placeContractOrder':
    case 'setPositionStops':
    case 'changeMargin':
    case 'closeAllPositions':
    case 'reversePosition':
    case 'reverseAllPositions':
      writeContractBody(w, command);
      break;
    case 'defineCalendar':
    case 'defineStock':
    case 'placeStockOrder':
    case 'setDayTrade':
    case 'corporateAction':
      writeStockBody(w, command);
      break;
  }
}

/** Reads what `writeBody` wrote. */
export function readBody(r: ByteReader): Command {
  const number = r.byte();
  if (number === switchedContract) return readSwitched(r);
  const kind = kinds[number];
  switch (kind) {
    case 'defineAsset':
      return { kind, asset: r.count(), code: r.text(), scale: r.count(), assetKind: r.count() as AssetKind };
    case 'defineInstrument':
      return {
        kind,
        instrument: r.count(),
        symbol: r.text(),
        instrumentKind: r.count() as InstrumentKind,
        baseAsset: r.count(),
        quoteAsset: r.count(),
        lotUnits: r.big(),
        quoteUnitsPerTickLot: r.count(),
        minLots: r.count(),
        maxLots: r.count(),
        minNotional: r.count(),
        bandBps: r.count(),
        takerFeePpm: readList(r, () => r.count()),
        makerFeePpm: readList(r, () => r.count()),
        ...readStatus(r.count()),
      };
    case 'setInstrumentStatus':
      return { kind, instrument: r.count(), status: r.count() as InstrumentStatus };
    case 'setTradingMode': {
      const mode = modes[r.count()];
      if (mode === undefined) throw new CodecError('corrupt', 'no such trading mode');
      return { kind, mode };
    }
    case 'openAccount':
    case 'setFeeClass':
      return { kind, account: r.count(), feeClass: r.count() };
    case 'fundHouse':
      return { kind, account: r.count(), wallet: r.count() as Wallet, asset: r.count(), amount: r.big(), reference: r.text() };
    case 'grantDemo':
      return { kind, account: r.count() };
    case 'transfer':
      return { kind, account: r.count(), from: r.count() as Wallet, to: r.count() as Wallet, asset: r.count(), amount: r.big() };
    case 'placeOrder':
      return withAccount(r.count(), readPlace(r));
    case 'amendOrder':
      return withAccount(r.count(), readAmend(r));
    case 'cancelOrder':
      return { kind, account: r.count(), order: r.count() };
    case 'cancelAllOrders':
      return { kind, account: r.count(), instrument: r.count() };
    case 'cancelAllAfter':
      return { kind, account: r.count(), timeoutMs: r.count() };
    case 'orderBatch':
      return { kind, account: r.count(), items: readList(r, () => readItem(r)) };
    case 'feedTicks':
      return {
        kind,
        source: r.text(),
        items: readList(r, () => ({ instrument: r.count(), priceTicks: r.count(), time: r.count() })),
      };
    case 'advanceTime':
      return { kind };
    case 'defineTimed':
      return readDefineTimed(r);
    case 'placeTimed':
      return readPlaceTimed(r);
    case 'defineContract':
    case 'placeContractOrder':
    case 'setPositionStops':
    case 'changeMargin':
    case 'closeAllPositions':
    case 'reversePosition':
    case 'reverseAllPositions':
      return readContractBody(r, kind);
    case 'defineCalendar':
    case 'defineStock':
    case 'placeStockOrder':
    case 'setDayTrade':
    case 'corporateAction':
      return readStockBody(r, kind);
    default:
      throw new CodecError('corrupt', 'no such command');
  }
}

/** Above the status stands a bit that older definitions do not have. */
const keepsBit = 8;
const readStatus = (value: number) => ({
  status: (value % keepsBit) as InstrumentStatus,
  ...(value >= keepsBit ? { keepsProtection: true } : {}),
});

const withAccount = <T extends BatchItem>(account: number, item: T): T & { account: number } => ({ ...item, account });

/** Side, post-only, type and time in force share a byte: 1 + 1 + 3 + 2 bits. Fields that are usually zero come last under their own bits. */
function writePlace(w: ByteWriter, order: Omit<PlaceOrder, 'account'>): void {
  const { side, type, tif, postOnly, priceTicks, triggerTicks, lots, quoteAmount } = order;
  if (!within(side, 1) || !within(type, 7) || !within(tif, 3) || typeof postOnly !== 'boolean') {
    throw new CodecError('unencodable', 'an order with an unknown side, type or time in force');
  }
  w.byte(side | (postOnly ? 2 : 0) | (type << 2) | (tif << 5));
  w.byte((priceTicks !== 0 ? 1 : 0) | (triggerTicks !== 0 ? 2 : 0) | (lots !== 0 ? 4 : 0) | (quoteAmount !== 0 ? 8 : 0));
  w.count(order.instrument);
  for (const value of [priceTicks, triggerTicks, lots, quoteAmount]) if (value !== 0) w.count(value);
}

function readPlace(r: ByteReader): Omit<PlaceOrder, 'account'> {
  const flags = r.byte();
  const given = r.byte();
  if (flags > 0x7f || given > 0x0f) throw new CodecError('corrupt', 'an order with unknown bits');
  return {
    kind: 'placeOrder',
    instrument: r.count(),
    side: (flags & 1) as OrderSide,
    type: ((flags >> 2) & 7) as OrderPriceType,
    tif: (flags >> 5) as TimeInForce,
    priceTicks: given & 1 ? r.count() : 0,
    triggerTicks: given & 2 ? r.count() : 0,
    lots: given & 4 ? r.count() : 0,
    quoteAmount: given & 8 ? r.count() : 0,
    postOnly: (flags & 2) !== 0,
  };
}

function writeAmend(w: ByteWriter, { order, lots, priceTicks }: Omit<AmendOrder, 'account'>): void {
  w.count(order);
  w.count(lots);
  w.count(priceTicks);
}

const readAmend = (r: ByteReader): Omit<AmendOrder, 'account'> => ({
  kind: 'amendOrder',
  order: r.count(),
  lots: r.count(),
  priceTicks: r.count(),
});

function writeItem(w: ByteWriter, item: BatchItem): void {
  const number = kindNumber.get(item?.kind);
  switch (item?.kind) {
    case 'placeOrder':
      w.byte(number!);
      writePlace(w, item);
      break;
    case 'amendOrder':
      w.byte(number!);
      writeAmend(w, item);
      break;
    case 'cancelOrder':
      w.byte(number!);
      w.count(item.order);
      break;
    default:
      throw new CodecError('unencodable', 'not an item of a batch');
  }
}

function readItem(r: ByteReader): BatchItem {
  const kind = kinds[r.byte()];
  if (kind === 'placeOrder') return readPlace(r);
  if (kind === 'amendOrder') return readAmend(r);
  if (kind === 'cancelOrder') return { kind, order: r.count() } satisfies Omit<CancelOrder, 'account'>;
  throw new CodecError('corrupt', 'not an item of a batch');
}
