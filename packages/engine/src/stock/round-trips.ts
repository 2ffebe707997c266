import type { Instrument } from '../catalogue/instruments.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { PosI, positionInts } from '../leverage/positions.ts';

/** Round trips allowed within the last five trading days without permission. */
const freeTrips = 3;
/** Older openings are forgotten. This is longer than five trading days on any exchange. */
const forgottenAfterMs = 60 * dayMs;

const calendarOf = (s: State, ins: Instrument) => s.calendars.get(ins.stock!.rules.calendar);

/** Records that lots of a margined or short position were opened. Closing any of them on the same trading day is a round trip. */
export function recordOpening(s: State, ins: Instrument, position: number): void {
  const calendar = calendarOf(s, ins);
  if (calendar !== undefined) s.stocks.openedOn.set(s.positions.id(position), calendar.day);
}

function makesTrip(s: State, ins: Instrument, position: number): boolean {
  const day = calendarOf(s, ins)?.day;
  if (day === undefined || s.stocks.openedOn.get(s.positions.id(position)) !== day) return false;
  const trips = s.stocks.trips.get(ownerOf(s, position)) ?? [];
  return !trips.some((trip) => trip.day === day && trip.instrument === ins.id);
}

const ownerOf = (s: State, position: number) => s.positions.store.i[position * positionInts + PosI.owner]!;

/** Whether closing lots now would be one round trip too many. */
export function needsPermission(s: State, ins: Instrument, position: number): boolean {
  const owner = ownerOf(s, position);
  if (!ins.stock!.rules.dayTradeRule || s.stocks.dayTraders.has(owner) || !makesTrip(s, ins, position)) return false;
  const since = calendarOf(s, ins)!.windowStart;
  const recent = (s.stocks.trips.get(owner) ?? []).filter(({ day }) => day >= since);
  return recent.length >= freeTrips;
}

/** Counts a round trip for closed lots, at most once per day and instrument, whoever sent the order. */
export function recordRoundTrip(s: State, ins: Instrument, position: number): void {
  if (!makesTrip(s, ins, position)) return;
  const owner = ownerOf(s, position);
  const { day } = calendarOf(s, ins)!;
  const kept = (s.stocks.trips.get(owner) ?? []).filter((trip) => trip.day > day - forgottenAfterMs);
  s.stocks.trips.set(owner, [...kept, { day, instrument: ins.id }]);
}
