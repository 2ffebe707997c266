import type { Venue } from '@bourse/protocol/enums';
import type { Engine, Sha256 } from './api.ts';
import { isCount, isId } from './base/exact.ts';
import { defineAsset, defineInstrument, setInstrumentStatus, setTradingMode } from './catalogue/define.ts';
import type { BatchItem, CancelAllAfter, Command, OrderBatch, SequencedCommand } from './commands.ts';
import { changeMargin } from './contract/change-margin.ts';
import { closeAllPositions } from './contract/close-all.ts';
import { defineContract } from './contract/define.ts';
import { fundingDue } from './contract/funding/funding.ts';
import { continueFunding, payFundingFirst } from './contract/funding/parts.ts';
import { placeContract } from './contract/place.ts';
import { reverseAllPositions, reversePosition } from './contract/reverse.ts';
import { defaultLimits, type Limits } from './core/limits.ts';
import { type Reserve, State, smallReserve } from './core/state.ts';
import { Timer } from './core/timers.ts';
import type { EngineEvent, Outcome } from './events.ts';
import { feedTicks, wakeBacklogs } from './feed.ts';
import { checkInvariants } from './invariants.ts';
import { setPositionStops } from './leverage/stops.ts';
import { amend } from './orders/amend.ts';
import { cancel, cancelAll, cancelUnattended } from './orders/cancel.ts';
import { reviewAllHeld } from './orders/waiting.ts';
import { badField, done, refuse } from './outcomes.ts';
import { products } from './products.ts';
import { Reader } from './reader.ts';
import { decodeEvents } from './record/decode.ts';
import { Record } from './record/event-log.ts';
import { stateHash } from './snapshot/hash.ts';
import { readSnapshot, writeSnapshot } from './snapshot/snapshot.ts';
import { place } from './spot/place.ts';
import { corporateAction } from './stock/corporate.ts';
import { defineStock, setDayTrade } from './stock/define.ts';
import { defineCalendar } from './stock/define-calendar.ts';
import { placeStock } from './stock/place.ts';
import { sessionCloses, sessionOpens } from './stock/sessions.ts';
import { continueStocks, hasStockWork, isChanging, settleStocksFirst } from './stock/tick.ts';
import { defineTimed } from './timed/define.ts';
import { placeTimed } from './timed/place.ts';
import { timedVoid } from './timed/settle.ts';
import { openAccount, setFeeClass } from './treasury/accounts.ts';
import { grantDemo } from './treasury/demo-grant.ts';
import { fundHouse } from './treasury/fund-house.ts';
import { transfer } from './treasury/transfer.ts';

export interface EngineOptions {
  venue: Venue;
  limits?: Partial<Limits> | undefined;
  /** Room set aside at the start, in records; a busy venue's `apply` then never pays for growing. */
  reserve?: Partial<Reserve> | undefined;
}

/** A new, empty venue. */
export const createEngine = ({ venue, limits, reserve }: EngineOptions): Engine =>
  new DeterministicEngine(new State(venue, { ...defaultLimits, ...limits }, { ...smallReserve, ...reserve }, products));

/** The engine whose `snapshot()` made these bytes. Throws a `SnapshotError` for any other bytes. */
export const restoreEngine = (bytes: Uint8Array, reserve?: Partial<Reserve>): Engine =>
  new DeterministicEngine(readSnapshot(bytes, { ...smallReserve, ...reserve }));

class DeterministicEngine extends Reader implements Engine {
  apply(input: SequencedCommand): Outcome {
    const s = this.state;
    if (input.seq !== s.seq + 1) throw new RangeError(`command ${input.seq} does not follow ${s.seq}`);
    if (!isCount(input.time) || input.time < s.time) throw new RangeError(`time ${input.time} is before ${s.time}`);
    if (s.log.length > s.limits.untakenEventNumbers) throw new RangeError('events must be taken before the next command');
    s.seq = input.seq;
    s.time = input.time;
    const at = s.log.open(Record.command, 3);
    s.log.numbers[at + 1] = input.seq;
    s.log.numbers[at + 2] = input.time;
    s.ledger.posting = 0;
    s.woken = 0;
    s.heldLooks = 0;
    s.marginChecks = 0;
    s.liquidationSteps = 0;
    s.fundingShares = 0;
    s.stockSteps = 0;
    continueFunding(s);
    if (s.timers.soonest() <= s.time) fireTimers(s);
    if (s.backlogs > 0) wakeBacklogs(s);
    continueStocks(s);
    reviewAllHeld(s);
    if (s.funding.size > 0 || isChanging(s)) settleFirst(s, input.command);
    return dispatch(s, input.command);
  }

  takeEvents(): EngineEvent[] {
    const { log } = this.state;
    const events = decodeEvents(log.numbers, log.length, this.state.sources, this.state.stocks.announced);
    log.clear();
    return events;
  }

  rawEvents(): Float64Array {
    const { log } = this.state;
    return log.numbers.subarray(0, log.length);
  }

  discardEvents(): void {
    this.state.log.clear();
  }

  snapshot(): Uint8Array {
    return writeSnapshot(this.state);
  }

  stateHash(sha256?: () => Sha256): string {
    return stateHash(this.state, sha256);
  }

  nextTimer(): number {
    const { backlogs, asked, funding } = this.state;
    return backlogs > 0 || asked.size > 0 || funding.size > 0 || hasStockWork(this.state)
      ? Math.min(this.state.time, this.state.timers.soonest())
      : this.state.timers.soonest();
  }

  checkInvariants(): void {
    checkInvariants(this.state);
  }
}

/** Due timers fire in their order, with the time of the command that finds them due. */
function fireTimers(s: State): void {
  for (let fired = 0; fired < s.limits.timersPerCommand && s.timers.soonest() <= s.time; fired++) {
    const { kind, id, due } = s.timers.take();
    if (kind === Timer.cancelAllAfter) cancelUnattended(s, s.accounts.slot(id));
    else if (kind === Timer.funding) fundingDue(s, id, due);
    else if (kind === Timer.timedVoid) timedVoid(s, id);
    else if (kind === Timer.sessionOpen) sessionOpens(s, id);
    else if (kind === Timer.sessionClose) sessionCloses(s, id);
  }
}

function dispatch(s: State, command: Command): Outcome {
  switch (command.kind) {
    case 'placeOrder': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : place(s, owner, command);
    }
    case 'cancelOrder': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : cancel(s, owner, command);
    }
    case 'amendOrder': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : amend(s, owner, command);
    }
    case 'cancelAllOrders': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : cancelAll(s, owner, command);
    }
    case 'orderBatch': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : batch(s, owner, command);
    }
    case 'cancelAllAfter':
      return trader(s, command.account) === 0 ? refuse('accountUnknown') : cancelAllAfter(s, command);
    case 'feedTicks':
      return feedTicks(s, command);
    case 'transfer':
      return transfer(s, command);
    case 'openAccount':
      return openAccount(s, command);
    case 'setFeeClass':
      return setFeeClass(s, command);
    case 'grantDemo':
      return grantDemo(s, command);
    case 'fundHouse':
      return fundHouse(s, command);
    case 'defineAsset':
      return defineAsset(s, command);
    case 'defineInstrument':
      return defineInstrument(s, command);
    case 'placeContractOrder': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : placeContract(s, owner, command);
    }
    case 'setPositionStops': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : setPositionStops(s, owner, command);
    }
    case 'changeMargin': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : changeMargin(s, owner, command);
    }
    case 'closeAllPositions': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : closeAllPositions(s, owner, command);
    }
    case 'reversePosition': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : reversePosition(s, owner, command);
    }
    case 'reverseAllPositions': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : reverseAllPositions(s, owner);
    }
    case 'defineContract':
      return defineContract(s, command);
    case 'setInstrumentStatus':
      return setInstrumentStatus(s, command);
    case 'setTradingMode':
      return setTradingMode(s, command);
    case 'advanceTime':
      return done;
    case 'defineTimed':
      return defineTimed(s, command);
    case 'placeTimed': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : placeTimed(s, owner, command);
    }
    case 'defineCalendar':
      return defineCalendar(s, command);
    case 'defineStock':
      return defineStock(s, command);
    case 'placeStockOrder': {
      const owner = trader(s, command.account);
      return owner === 0 ? refuse('accountUnknown') : placeStock(s, owner, command);
    }
    case 'setDayTrade':
      return setDayTrade(s, command);
    case 'corporateAction':
      return corporateAction(s, command);
    default:
      return badField('kind', 'unknown');
  }
}

const trader = (s: State, account: number) => (isId(account) ? s.accounts.trading(account) : 0);

/** While a funding round, a corporate action or a close is under way, an account that sends a command has its part of it before. */
function settleFirst(s: State, command: Command): void {
  const owner = 'account' in command ? trader(s, command.account) : 0;
  if (owner === 0) return;
  payFundingFirst(s, owner);
  settleStocksFirst(s, owner);
}

/** Items in sequence, each with its own outcome; one refusal does not stop the next. */
function batch(s: State, owner: number, command: OrderBatch): Outcome {
  const { items } = command;
  if (!Array.isArray(items) || items.length === 0) return badField('items', 'empty');
  if (items.length > s.limits.batchItems) return refuse('batchTooLarge', { limit: s.limits.batchItems });
  return { ok: true, result: { kind: 'batch', items: items.map((item: BatchItem) => applyItem(s, owner, item)) } };
}

function applyItem(s: State, owner: number, item: BatchItem): Outcome {
  switch (item?.kind) {
    case 'placeOrder':
      return place(s, owner, item);
    case 'amendOrder':
      return amend(s, owner, item);
    case 'cancelOrder':
      return cancel(s, owner, item);
    default:
      return badField('kind', 'unknown');
  }
}

function cancelAllAfter(s: State, command: CancelAllAfter): Outcome {
  const { account, timeoutMs } = command;
  if (s.mode === 'readOnly') return refuse('readOnly');
  if (!isCount(timeoutMs) || timeoutMs > s.limits.cancelAfterMs)
    return badField('timeoutMs', { problem: 'between', min: 0, max: s.limits.cancelAfterMs });
  if (timeoutMs === 0) s.timers.clear(Timer.cancelAllAfter, account);
  else s.timers.set(Timer.cancelAllAfter, account, s.time + timeoutMs);
  return done;
}
