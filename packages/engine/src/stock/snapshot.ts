import { PositionDirection } from '@bourse/protocol/enums';
import { OrdI, orderWidth } from '../book/orders.ts';
import type { DefineStock } from '../commands.ts';
import type { State } from '../core/state.ts';
import { directionOf, PosI, positionInts } from '../leverage/positions.ts';
import type { StoredWarnings } from '../leverage/warned-positions.ts';
import { Calendar, type Session } from './calendar.ts';
import { isCash } from './holding.ts';
import { joinQueue, waitsForOpen } from './queue.ts';
import { type ActionUnderWay, type RoundTrip, Stock } from './stock.ts';

/** The rooms of sessions and stocks in a snapshot. Queues and watch heaps follow from orders and positions. */
export interface StocksMeta {
  calendars: {
    id: number;
    sessions: Session[];
    begun: number;
    inSession: boolean;
    dayOpen: boolean;
    chargedDay: number;
    chargeAt: number;
  }[];
  stocks: {
    rules: DefineStock;
    lastClose: number;
    standIn: number;
    low: number;
    high: number;
    lentUnits: number;
    lentLots: number;
    calming?: StoredWarnings | undefined;
    action?: (Omit<ActionUnderWay, 'ahead'> & { ahead: number[] }) | undefined;
    expiring?: number[] | undefined;
    opening?: Stock['opening'];
  }[];
  dayTraders: number[];
  trips: [number, RoundTrip[]][];
  openedOn: [number, number][];
  entering: number[];
}

/** Undefined while there is neither a calendar nor a stock, so that older snapshots and hashes stay as they are. Accounts go by their id. */
export function writeStocks(s: State): StocksMeta | undefined {
  const listed = s.instruments.list.flatMap(({ stock }) => (stock === undefined ? [] : [stock]));
  const { dayTraders, trips, openedOn, entering } = s.stocks;
  if (listed.length === 0 && s.calendars.size === 0 && dayTraders.size === 0) return undefined;
  const byNumber = <T>([a]: [number, T], [b]: [number, T]) => a - b;
  return {
    calendars: [...s.calendars.values()]
      .sort((a, b) => a.id - b.id)
      .map(({ id, sessions, begun, inSession, dayOpen, chargedDay, chargeAt }) => ({
        id,
        sessions,
        begun,
        inSession,
        dayOpen,
        chargedDay,
        chargeAt,
      })),
    stocks: listed
      .map(({ rules, lastClose, standIn, lowTicks, highTicks, lentUnits, lentLots, warned, action, expiring, opening }) => ({
        rules,
        lastClose,
        standIn,
        low: lowTicks,
        high: highTicks,
        lentUnits,
        lentLots,
        calming: warned.size === 0 ? undefined : warned.store(),
        action: action === undefined ? undefined : { ...action, ahead: [...action.ahead].sort((a, b) => a - b) },
        expiring: expiring.length === 0 ? undefined : [...expiring],
        opening,
      }))
      .sort((a, b) => a.rules.instrument - b.rules.instrument),
    dayTraders: [...dayTraders].map((owner) => s.accounts.id(owner)).sort((a, b) => a - b),
    trips: [...trips].map(([owner, list]): [number, RoundTrip[]] => [s.accounts.id(owner), list]).sort(byNumber),
    openedOn: [...openedOn].sort(byNumber),
    entering: [...entering].map((slot) => s.instruments.at(slot).id).sort((a, b) => a - b),
  };
}

/** Before orders are put back: instruments must know that they are stocks. */
export function readStocks(s: State, meta: StocksMeta | undefined): void {
  if (meta === undefined) return;
  for (const { id, ...live } of meta.calendars) {
    s.calendars.set(id, Object.assign(new Calendar(id), live));
    if (live.chargeAt !== 0) s.stocks.charging.add(id);
  }
  for (const { rules, lastClose, standIn, low, high, lentUnits, lentLots, calming, action, expiring = [], opening } of meta.stocks) {
    const stock = new Stock(rules, s.positions);
    Object.assign(stock, { lastClose, standIn, lowTicks: low, highTicks: high, lentUnits, lentLots, expiring, opening });
    if (calming !== undefined) stock.warned.load(calming);
    const ins = s.instruments.get(rules.instrument)!;
    ins.stock = stock;
    if (action !== undefined) {
      stock.action = { ...action, ahead: new Set(action.ahead) };
      s.stocks.acting.add(ins.slot);
    }
    if (expiring.length > 0) s.stocks.expiring.add(ins.slot);
    if (opening !== undefined && s.calendars.get(rules.calendar)!.inSession) s.stocks.opening.add(ins.slot);
  }
  for (const account of meta.dayTraders) s.stocks.dayTraders.add(s.accounts.slot(account));
  for (const [account, list] of meta.trips) s.stocks.trips.set(s.accounts.slot(account), list);
  for (const [position, day] of meta.openedOn) s.stocks.openedOn.set(position, day);
  for (const id of meta.entering) s.stocks.entering.add(s.instruments.get(id)!.slot);
}

/** Queues by order id, which is the order of sending, and watched positions. After orders and positions are back. */
export function requeueStocks(s: State): void {
  const { f, i } = s.orders.store;
  const waiting = [...s.orders.store.liveSlots()].filter((slot) => waitsForOpen(s, slot));
  waiting.sort((a, b) => f[a * orderWidth]! - f[b * orderWidth]!);
  for (const slot of waiting) joinQueue(s, s.instruments.at(i[slot * orderWidth * 2 + OrdI.instrument]!), slot);
  for (const slot of s.positions.store.liveSlots()) {
    const at = slot * positionInts;
    const { stock } = s.instruments.at(s.positions.store.i[at + PosI.instrument]!);
    const flags = s.positions.store.i[at + PosI.flags]!;
    if (stock === undefined || isCash(flags)) continue;
    (directionOf(flags) === PositionDirection.long ? stock.longs : stock.shorts).add(slot);
  }
}

/** How far an action has come among the positions shows in them. */
function hashAction(
  { terms, closeTicks, oldTicks, phase, ahead }: NonNullable<StocksMeta['stocks'][number]['action']>,
  number: (value: number) => void,
  text: (value: string) => void,
): void {
  text(terms.action);
  text(phase);
  for (const value of [terms.numerator, terms.denominator, terms.amount, closeTicks, oldTicks, ahead.length, ...ahead]) number(value);
}

/** What the rooms mean, as numbers for the state hash. How far a close's charges have come shows in the positions. */
export function hashStocks(s: State, number: (value: number) => void, text: (value: string) => void): void {
  const meta = writeStocks(s);
  if (meta === undefined) return;
  text('stocks');
  number(meta.calendars.length);
  for (const { id, sessions, begun, inSession, dayOpen, chargedDay, chargeAt } of meta.calendars) {
    for (const value of [id, begun, +inSession, +dayOpen, chargedDay, +(chargeAt > 0), sessions.length]) number(value);
    for (const { open, close } of sessions) {
      number(open);
      number(close);
    }
  }
  number(meta.stocks.length);
  for (const { rules: r, lastClose, standIn, low, high, lentUnits, lentLots, calming, action, expiring, opening } of meta.stocks) {
    for (const value of [r.instrument, r.calendar, r.limitBps, r.maxLeverage, r.maintenancePpm, +r.shortable]) number(value);
    for (const value of [r.interestPpm, r.borrowPpm, r.stampDutyPpm, +r.dayTradeRule + (r.stopsWait ? 2 : 0) + (r.marginWarnings ? 4 : 0)])
      number(value);
    for (const value of [lastClose, standIn, low, high, lentUnits, lentLots]) number(value);
    for (const list of calming ?? []) for (const value of [list.length, ...list.flat()]) number(value);
    if (action !== undefined) hashAction(action, number, text);
    for (const value of expiring ?? []) number(value);
    if (opening !== undefined) text(opening);
  }
  for (const list of [meta.dayTraders, meta.entering]) {
    number(list.length);
    for (const value of list) number(value);
  }
  number(meta.trips.length);
  for (const [account, list] of meta.trips) {
    number(account);
    number(list.length);
    for (const { day, instrument } of list) {
      number(day);
      number(instrument);
    }
  }
  number(meta.openedOn.length);
  for (const [position, day] of meta.openedOn) {
    number(position);
    number(day);
  }
}
