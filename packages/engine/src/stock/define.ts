import { AssetKind, InstrumentKind, InstrumentStatus, Wallet } from '@bourse/protocol/enums';
import { isCount, isId, isPositive } from '../base/exact.ts';
import { walletHolds } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { DefineStock } from '../commands.ts';
import type { State } from '../core/state.ts';
import type { CommandOf } from '../define/declare.ts';
import { PosI, positionInts } from '../leverage/positions.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { beginSession } from './day.ts';
import type { stock } from './declare.ts';
import { Stock } from './stock.ts';
import { rewatch } from './watch.ts';

const maxLeverage = 255;
const million = 1_000_000;

/** The refusal of a stock's first or next rules. */
export function checkStock(s: State, c: DefineStock) {
  const ins = s.instruments.get(c.instrument);
  if (ins === undefined) return refuse('instrumentUnknown');
  if (ins.rules.instrumentKind !== InstrumentKind.stock) return badField('instrument', 'notStock');
  if (ins.base.assetKind !== AssetKind.share || !walletHolds(Wallet.stock, ins.quote.assetKind))
    return badField('instrument', 'notSharesForMoney');
  if (ins.lotUnits % 10 ** ins.base.scale !== 0) return badField('instrument', 'notWholeShares');
  const problem = checkRules(s, c);
  if (problem !== undefined) return problem;
  const known = ins.stock;
  if (known?.action !== undefined) return refuse('overloaded');
  return known !== undefined && known.rules.calendar !== c.calendar ? badField('calendar', 'fixed') : undefined;
}

/** Defines a stock or changes its rules. New rules apply to open positions at once. A stock's calendar never changes. */
export function defineStock(s: State, c: DefineStock) {
  const problem = checkStock(s, c);
  if (problem !== undefined) return problem;
  const ins = s.instruments.get(c.instrument)!;
  const known = ins.stock;
  const rules: DefineStock = { ...c };
  if (known === undefined) {
    ins.stock = new Stock(rules, s.positions);
    joinSession(s, ins);
    return done;
  }
  const remeasure = known.rules.maintenancePpm !== c.maintenancePpm || known.rules.marginWarnings !== c.marginWarnings;
  known.rules = rules;
  if (!remeasure) return done;
  const { i } = s.positions.store;
  for (const slot of s.positions.store.liveSlots()) if (i[slot * positionInts + PosI.instrument] === ins.slot) rewatch(s, ins, slot);
  return done;
}

/** Opens a stock that is defined while its calendar's session runs. Otherwise it stays closed until the next session. */
function joinSession(s: State, ins: Instrument): void {
  const calendar = s.calendars.get(ins.stock!.rules.calendar);
  if (calendar === undefined) return;
  if (calendar.inSession) beginSession(s, ins, true);
  else if (ins.status === InstrumentStatus.trading) ins.setStatus(s.log, InstrumentStatus.closed);
}

function checkRules(s: State, c: DefineStock) {
  if (c.calendar !== 0 && (!isId(c.calendar) || s.calendars.get(c.calendar) === undefined)) return badField('calendar', 'unknown');
  if (!isCount(c.limitBps) || c.limitBps > 10_000) return badField('limitBps', { problem: 'between', min: 0, max: 10_000 });
  if (!isPositive(c.maxLeverage) || c.maxLeverage > maxLeverage)
    return badField('maxLeverage', { problem: 'between', min: 1, max: maxLeverage });
  if (!isPositive(c.maintenancePpm) || c.maintenancePpm * c.maxLeverage >= million) return badField('maintenancePpm', 'aboveInitialMargin');
  for (const field of ['interestPpm', 'borrowPpm', 'stampDutyPpm'] as const) {
    // The fee and the duty together must stay below the whole value.
    if (!isCount(c[field]) || c[field] > million / 4) return badField(field, { problem: 'between', min: 0, max: million / 4 });
  }
  for (const field of ['shortable', 'dayTradeRule', 'stopsWait', 'marginWarnings'] as const)
    if (typeof c[field] !== 'boolean') return badField(field, 'boolean');
  return undefined;
}

export const checkDayTrade = (s: State, { account }: CommandOf<typeof stock, 'setDayTrade'>) =>
  s.accounts.trading(account) === 0 ? refuse('accountUnknown') : undefined;

/** Allows an account unlimited round trips. */
export function setDayTrade(s: State, command: CommandOf<typeof stock, 'setDayTrade'>) {
  const problem = checkDayTrade(s, command);
  if (problem !== undefined) return problem;
  const { account, allowed } = command;
  const owner = s.accounts.trading(account);
  if (allowed) s.stocks.dayTraders.add(owner);
  else s.stocks.dayTraders.delete(owner);
  return done;
}
