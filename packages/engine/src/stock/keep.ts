import { PositionDirection } from '@bourse/protocol/enums';
import { OrdI, orderWidth } from '../book/orders.ts';
import type { State } from '../core/state.ts';
import { choice, count, flag, id, list, optional, serial, struct, type ValueOf } from '../define/field.ts';
import { section } from '../define/section.ts';
import { directionOf, PosI, positionInts } from '../leverage/positions.ts';
import { warnedFields } from '../leverage/warned-positions.ts';
import { Calendar } from './calendar.ts';
import { stock as declared } from './declare.ts';
import { isCash } from './holding.ts';
import { joinQueue, waitsForOpen } from './queue.ts';
import { Stock } from './stock.ts';

const action = struct({
  terms: struct(declared.commands.corporateAction.fields),
  closeTicks: count(),
  oldTicks: count(),
  phase: choice(['orders', 'positions']),
  at: count(),
  ahead: list(serial()),
});

const kept = struct({
  rules: struct(declared.commands.defineStock.fields),
  lastClose: count(),
  standIn: count(),
  lowTicks: count(),
  highTicks: count(),
  lentUnits: count(),
  lentLots: count(),
  warned: warnedFields,
  action: optional(action),
  expiring: list(serial()),
  opening: choice(['', 'day', 'session']),
});

const numbers = list(count());

/** Calendars and stocks, by their ids; accounts go by theirs. Queues and watch heaps follow from orders and positions. */
export const stockSection = section(
  3,
  'stock',
  {
    calendars: list(
      struct({
        id: id(),
        sessions: list(struct({ open: count(), close: count() })),
        begun: count(),
        inSession: flag(),
        dayOpen: flag(),
        chargedDay: count(),
        chargeAt: count(),
      }),
    ),
    stocks: list(kept),
    dayTraders: numbers,
    trips: list(struct({ account: id(), trips: list(struct({ day: count(), instrument: id() })) })),
    openedOn: list(struct({ position: serial(), day: count() })),
    entering: numbers,
  },
  {
    save(s) {
      const { dayTraders, trips, openedOn, entering } = s.stocks;
      return {
        calendars: [...s.calendars.values()].sort((a, b) => a.id - b.id),
        stocks: s.instruments.list
          .flatMap(({ stock }) => (stock === undefined ? [] : [stock]))
          .sort((a, b) => a.rules.instrument - b.rules.instrument)
          .map((stock) => ({
            ...stock,
            warned: stock.warned.store(),
            action: stock.action && { ...stock.action, ahead: [...stock.action.ahead].sort((a, b) => a - b) },
            opening: stock.opening ?? ('' as const),
          })),
        dayTraders: [...dayTraders].map((owner) => s.accounts.id(owner)).sort((a, b) => a - b),
        trips: [...trips].map(([owner, list]) => ({ account: s.accounts.id(owner), trips: list })).sort((a, b) => a.account - b.account),
        openedOn: [...openedOn].map(([position, day]) => ({ position, day })).sort((a, b) => a.position - b.position),
        entering: entering
          .sorted()
          .map((slot) => s.instruments.at(slot).id)
          .sort((a, b) => a - b),
      };
    },
    load(s, { calendars, stocks, dayTraders, trips, openedOn, entering }) {
      for (const { id, ...live } of calendars) {
        s.calendars.set(id, Object.assign(new Calendar(id), live, { sessions: [...live.sessions] }));
        if (live.chargeAt !== 0) s.stocks.charging.add(id);
      }
      for (const one of stocks) restore(s, one);
      for (const account of dayTraders) s.stocks.dayTraders.add(s.accounts.slot(account));
      for (const { account, trips: made } of trips) s.stocks.trips.set(s.accounts.slot(account), [...made]);
      for (const { position, day } of openedOn) s.stocks.openedOn.set(position, day);
      for (const id of entering) s.stocks.entering.add(s.instruments.get(id)!.slot);
    },
  },
);

function restore(s: State, { rules, warned, action, expiring, opening, ...live }: ValueOf<typeof kept>): void {
  const stock = new Stock({ kind: 'defineStock', ...rules }, s.positions);
  Object.assign(stock, live, { expiring: [...expiring], opening: opening === '' ? undefined : opening });
  stock.warned.load(warned);
  const ins = s.instruments.get(rules.instrument)!;
  ins.stock = stock;
  if (action !== undefined) {
    stock.action = { ...action, terms: { kind: 'corporateAction', ...action.terms }, ahead: new Set(action.ahead) };
    s.stocks.acting.add(ins.slot);
  }
  if (expiring.length > 0) s.stocks.expiring.add(ins.slot);
  if (opening !== '' && s.calendars.get(rules.calendar)!.inSession) s.stocks.opening.add(ins.slot);
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
