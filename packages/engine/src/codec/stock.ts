import type { OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import type { CorporateAction, DefineCalendar, DefineStock, PlaceStockOrder, SetDayTrade } from '../commands.ts';
import { type ByteReader, type ByteWriter, CodecError } from './bytes.ts';
import { bits, readBits, readList, writeList } from './lists.ts';

type StockCommand = DefineCalendar | DefineStock | PlaceStockOrder | SetDayTrade | CorporateAction;

export function writeStockBody(w: ByteWriter, command: StockCommand): void {
  switch (command.kind) {
    case 'defineCalendar':
      writeDefineCalendar(w, command);
      break;
    case 'defineStock':
      writeDefineStock(w, command);
      break;
    case 'placeStockOrder':
      writePlaceStockOrder(w, command);
      break;
    case 'setDayTrade':
      writeSetDayTrade(w, command);
      break;
    case 'corporateAction':
      writeCorporateAction(w, command);
      break;
  }
}

export function readStockBody(r: ByteReader, kind: StockCommand['kind']): StockCommand {
  switch (kind) {
    case 'defineCalendar':
      return readDefineCalendar(r);
    case 'defineStock':
      return readDefineStock(r);
    case 'placeStockOrder':
      return readPlaceStockOrder(r);
    case 'setDayTrade':
      return readSetDayTrade(r);
    case 'corporateAction':
      return readCorporateAction(r);
  }
}

/** Sessions ascend, so each is written by its distance from the one before and its length. */
function writeDefineCalendar(w: ByteWriter, { calendar, sessions }: DefineCalendar): void {
  w.count(calendar);
  let last = 0;
  writeList(w, sessions, ({ open, close }) => {
    w.count(open - last);
    w.count(close - open);
    last = close;
  });
}

function readDefineCalendar(r: ByteReader): DefineCalendar {
  const calendar = r.count();
  let last = 0;
  const sessions = readList(r, () => {
    const open = last + r.count();
    last = open + r.count();
    return { open, close: last };
  });
  return { kind: 'defineCalendar', calendar, sessions };
}

function writeDefineStock(w: ByteWriter, c: DefineStock): void {
  for (const value of [c.instrument, c.calendar, c.limitBps, c.maxLeverage, c.maintenancePpm]) w.count(value);
  for (const value of [c.interestPpm, c.borrowPpm, c.stampDutyPpm]) w.count(value);
  w.byte(bits(c.shortable, c.dayTradeRule, c.stopsWait, c.marginWarnings));
}

function readDefineStock(r: ByteReader): DefineStock {
  const [instrument, calendar, limitBps, maxLeverage, maintenancePpm] = [r.count(), r.count(), r.count(), r.count(), r.count()];
  const [interestPpm, borrowPpm, stampDutyPpm] = [r.count(), r.count(), r.count()];
  const [shortable, dayTradeRule, stopsWait, marginWarnings] = readBits(r, 4) as [boolean, boolean, boolean, boolean];
  return {
    kind: 'defineStock',
    instrument,
    calendar,
    limitBps,
    maxLeverage,
    maintenancePpm,
    shortable,
    interestPpm,
    borrowPpm,
    stampDutyPpm,
    dayTradeRule,
    stopsWait,
    marginWarnings,
  };
}

function writePlaceStockOrder(w: ByteWriter, c: PlaceStockOrder): void {
  for (const value of [c.account, c.instrument, c.direction, c.action, c.type, c.tif, c.priceTicks, c.triggerTicks]) w.count(value);
  for (const value of [c.lots, c.leverage, c.takeProfitTicks, c.stopLossTicks]) w.count(value);
  w.byte(bits(c.postOnly, c.upperCircuit));
}

function readPlaceStockOrder(r: ByteReader): PlaceStockOrder {
  const [account, instrument, direction, action] = [r.count(), r.count(), r.count(), r.count()];
  const [type, tif, priceTicks, triggerTicks] = [r.count(), r.count(), r.count(), r.count()];
  const [lots, leverage, takeProfitTicks, stopLossTicks] = [r.count(), r.count(), r.count(), r.count()];
  const [postOnly, upperCircuit] = readBits(r, 2) as [boolean, boolean];
  return {
    kind: 'placeStockOrder',
    account,
    instrument,
    direction: direction as PositionDirection,
    action: action as PositionAction,
    type: type as OrderPriceType,
    tif: tif as TimeInForce,
    priceTicks,
    triggerTicks,
    lots,
    leverage,
    postOnly,
    takeProfitTicks,
    stopLossTicks,
    upperCircuit,
  };
}

function writeSetDayTrade(w: ByteWriter, { account, allowed }: SetDayTrade): void {
  w.count(account);
  w.byte(bits(allowed));
}

function readSetDayTrade(r: ByteReader): SetDayTrade {
  const account = r.count();
  const [allowed] = readBits(r, 1) as [boolean];
  return { kind: 'setDayTrade', account, allowed };
}

const corporateActions = ['split', 'dividend'] as const;

function writeCorporateAction(w: ByteWriter, c: CorporateAction): void {
  w.count(c.instrument);
  w.count(corporateActions.indexOf(c.action));
  for (const value of [c.numerator, c.denominator, c.amount]) w.count(value);
  w.text(c.source);
  w.text(c.reference);
}

function readCorporateAction(r: ByteReader): CorporateAction {
  const instrument = r.count();
  const action = corporateActions[r.count()];
  if (action === undefined) throw new CodecError('corrupt', 'no such corporate action');
  const [numerator, denominator, amount] = [r.count(), r.count(), r.count()];
  return { kind: 'corporateAction', instrument, action, numerator, denominator, amount, source: r.text(), reference: r.text() };
}
