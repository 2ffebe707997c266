import type { Venue } from '@bourse/protocol/enums';
import type { Engine, Sha256 } from './api.ts';
import { isCount, isId } from './base/exact.ts';
import { changeTermsFirst } from './changes/announce.ts';
import type { Command, SequencedCommand } from './commands.ts';
import { continueFunding } from './contract/funding/parts.ts';
import type { Actor } from './core/actor.ts';
import { earliestLimits, type Limits } from './core/limits.ts';
import { type Reserve, State, smallReserve } from './core/state.ts';
import { dispatcher, settleFirst } from './dispatcher.ts';
import { continueTelling } from './earn/short.ts';
import type { EngineEvent, Outcome } from './events.ts';
import { wakeBacklogs } from './feed.ts';
import { checkInvariants } from './invariants.ts';
import { continueRebates } from './invitations/pay.ts';
import { continueLoans } from './loans/look.ts';
import { cancel } from './orders/cancel.ts';
import { reviewAllHeld } from './orders/waiting.ts';
import { products } from './products.ts';
import { Reader } from './reader.ts';
import { CommandRecord } from './record/layouts.ts';
import { Records } from './record/records.ts';
import { stateHash } from './snapshot/hash.ts';
import { readSnapshot, writeSnapshot } from './snapshot/snapshot.ts';
import { place } from './spot/place.ts';
import { continueStocks } from './stock/tick.ts';

export interface EngineOptions {
  venue: Venue;
  /** Bounds until the first `setRules`; a journal's first command is one. */
  limits?: Partial<Limits> | undefined;
  /** Room set aside at the start, in records; a busy venue's `apply` then never pays for growing. */
  reserve?: Partial<Reserve> | undefined;
}

/** A new, empty venue. */
export const createEngine = ({ venue, limits, reserve }: EngineOptions): Engine =>
  new DeterministicEngine(new State(venue, { ...earliestLimits, ...limits }, { ...smallReserve, ...reserve }, products));

/** The engine whose `snapshot()` made these bytes. Throws a `SnapshotError` for any other bytes. */
export const restoreEngine = (bytes: Uint8Array, reserve?: Partial<Reserve>): Engine =>
  new DeterministicEngine(readSnapshot(bytes, { ...smallReserve, ...reserve }));

class DeterministicEngine extends Reader implements Engine {
  apply(input: SequencedCommand): Outcome {
    const s = this.state;
    if (input.seq !== s.seq + 1) throw new RangeError(`command ${input.seq} does not follow ${s.seq}`);
    if (!isCount(input.time) || input.time < s.time) throw new RangeError(`time ${input.time} is before ${s.time}`);
    if (s.log.untaken > s.limits.untakenEventNumbers) throw new RangeError('events must be taken before the next command');
    if (s.changes.size > 0) s.changes.pass(input.time - s.time);
    s.seq = input.seq;
    s.time = input.time;
    s.actor = input.actor;
    s.commandId = input.commandId;
    const at = s.log.open(CommandRecord.code);
    s.log.numbers[at + CommandRecord.seq] = input.seq;
    s.log.numbers[at + CommandRecord.time] = input.time;
    s.ledger.posting = 0;
    s.woken = 0;
    s.heldLooks = 0;
    s.marginChecks = 0;
    s.liquidationSteps = 0;
    s.fundingShares = 0;
    s.stockSteps = 0;
    if (s.leftOver.count > 0) continueFunding(s);
    if (s.changes.soonest <= s.time) changeTermsFirst(s);
    if (s.timers.soonest() <= s.time) fireTimers(s);
    if (s.backlogs > 0) wakeBacklogs(s);
    if (s.leftOver.count > 0) continueWork(s, input.command);
    return apply(s, input.actor, input.command);
  }

  takeEvents(): EngineEvent[] {
    const records = this.takeRecords();
    const events = records.decode();
    records.release();
    return events;
  }

  takeRecords(): Records {
    const { log, sources } = this.state;
    const { numbers, cold, release } = log.take();
    return new Records(numbers, cold, sources, release);
  }

  get untakenNumbers(): number {
    return this.state.log.untaken;
  }

  untakenRecords(): Records {
    const { log, sources } = this.state;
    return new Records(log.view(), log.cold, sources);
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
    const { backlogs, leftOver, time, timers } = this.state;
    return backlogs > 0 || leftOver.count > 0 ? Math.min(time, timers.soonest()) : timers.soonest();
  }

  checkInvariants(): void {
    checkInvariants(this.state);
  }
}

/** Due timers fire in their order, with the time of the command that finds them due. */
function fireTimers(s: State): void {
  for (let fired = 0; fired < s.limits.timersPerCommand && s.timers.soonest() <= s.time; fired++) {
    const { kind, id, due } = s.timers.take();
    dispatcher.fire(s, kind, id, due);
  }
}

/** The two commands that come most often skip the general way, which would look their declarations up. */
function apply(s: State, actor: Actor, command: Command): Outcome {
  if (command.kind !== 'placeOrder' && command.kind !== 'cancelOrder') return dispatcher.apply(s, actor, command);
  const owner = isId(command.account) ? s.accounts.trading(command.account) : 0;
  const sent = actor.by === 'system' || (actor.by === 'customer' && actor.id === command.account);
  if (!sent || owner === 0 || s.mode !== 'normal' || s.standing.modeOf(command.account) !== 'normal')
    return dispatcher.apply(s, actor, command);
  return command.kind === 'placeOrder' ? place(s, owner, command) : cancel(s, owner, command);
}

/** Continues what earlier commands' limits left over, before a command runs. */
function continueWork(s: State, command: Command): void {
  continueStocks(s);
  reviewAllHeld(s);
  if (s.invitations.closing !== undefined) continueRebates(s);
  if (s.earn.telling.size > 0) continueTelling(s);
  if (s.loansDue.size > 0) continueLoans(s);
  settleFirst(s, command);
}
