import { createHash, type Hash } from 'node:crypto';
import {
  type EngineEvent,
  firstCustomer,
  type LedgerEvent,
  type MarkEvent,
  type OrderEvent,
  type Outcome,
  type PositionEvent,
  type SequencedCommand,
  type TimedEvent,
} from '@bourse/engine';
import { canonicalJson } from '@bourse/engine/receipts';
import { isRule, isSettlement, isShownOrder, isShownTerms, isStatementLine, type SettlementEvent, usesMark } from '../projections/rows.ts';

export interface ExpectedBalance {
  available: bigint;
  frozen: bigint;
  /** Sums over the stored statement lines. */
  linesAvailable: bigint;
  linesFrozen: bigint;
}

/** One hash over the settlements in the order of the journal, so that any changed, missing or added row shows. */
export class SettlementHash {
  count = 0;
  private readonly hash = createHash('sha256');

  add(event: SettlementEvent, mark: MarkEvent | null): void {
    this.count += 1;
    this.hash.update(`${canonicalJson(event)} ${canonicalJson(mark)}\n`);
  }

  agrees(replayed: SettlementHash): boolean {
    const of = (hash: Hash) => hash.copy().digest('hex');
    return of(this.hash) === of(replayed.hash);
  }
}

/** The figures of a position that must agree with its stored row. */
export const positionFigures = (p: Omit<PositionEvent, 'kind' | 'index'>): string =>
  [
    ...[p.account, p.instrument, p.direction, p.mode, p.leverage, p.lots, p.entryValue, p.margin, p.loan, p.realised, p.fees, p.funding],
    ...[
      p.closedLots,
      p.exitValue,
      p.closedEntry,
      p.takeProfitTicks,
      p.stopLossTicks,
      p.liquidationTicks,
      p.openedAt,
      p.time,
      p.reason,
      p.seq,
    ],
  ].join(' ');

export const timedFigures = (t: Omit<TimedEvent, 'kind' | 'time'>): string =>
  [
    ...[t.account, t.instrument, t.direction, t.status, t.stake, t.asset, t.payoutPpm, t.payout, t.placedAt, t.durationMs],
    ...[t.startTicks, t.startTickTime, t.endTicks, t.endTickTime, t.source, t.voidReason, t.seq, t.index],
  ].join(' ');

/** What the projections must hold after the commands seen so far, computed from the replay alone. */
export class Expected {
  /** By `account/wallet/asset`. */
  readonly balances = new Map<string, ExpectedBalance>();
  readonly orders = new Set<number>();
  readonly terms = new Set<number>();
  /** Figures by id. */
  readonly positions = new Map<number, string>();
  readonly timed = new Map<number, string>();
  readonly settlements = new SettlementHash();
  lines = 0;
  fills = 0;
  transfers = 0;
  answers = 0;
  fundingRounds = 0;
  /** Sums over all funding rounds. */
  fundingPaid = 0n;
  fundingReceived = 0n;
  warnings = 0;
  rules = 0;
  private latest: OrderEvent | undefined;
  private readonly marks = new Map<number, MarkEvent>();

  command({ command, commandId }: SequencedCommand, outcome: Outcome): void {
    if (commandId.some((byte) => byte !== 0)) this.answers += 1;
    if (command.kind === 'transfer' && outcome.ok) this.transfers += 1;
    if (isRule(command) && outcome.ok) this.rules += 1;
  }

  event(event: EngineEvent): void {
    if (event.kind === 'fill') this.fills += 1;
    else if (event.kind === 'order') {
      this.latest = event;
      if (isShownOrder(event)) this.orders.add(event.order);
    } else if (event.kind === 'ledger') this.ledger(event);
    else if (event.kind === 'orderTerms') {
      if (isShownTerms(event, this.latest)) this.terms.add(event.order);
    } else if (event.kind === 'position') {
      if (event.account >= firstCustomer) this.positions.set(event.position, positionFigures(event));
    } else if (event.kind === 'timed') this.timed.set(event.timed, timedFigures(event));
    else if (event.kind === 'mark') this.marks.set(event.instrument, event);
    else if (event.kind === 'fundingRound') {
      this.fundingRounds += 1;
      this.funded(event);
    } else if (event.kind === 'fundingEnd') this.funded(event);
    else if (event.kind === 'marginWarning' && event.account >= firstCustomer) this.warnings += 1;
    if (isSettlement(event)) this.settlements.add(event, (usesMark(event) ? this.marks.get(event.instrument) : undefined) ?? null);
  }

  private funded({ paid, received }: { paid: number; received: number }): void {
    this.fundingPaid += BigInt(paid);
    this.fundingReceived += BigInt(received);
  }

  private ledger(event: LedgerEvent): void {
    const key = `${event.account}/${event.wallet}/${event.asset}`;
    const balance = this.balances.get(key) ?? { available: 0n, frozen: 0n, linesAvailable: 0n, linesFrozen: 0n };
    this.balances.set(key, balance);
    balance.available = event.availableAfter;
    balance.frozen = event.frozenAfter;
    if (!isStatementLine(event)) return;
    this.lines += 1;
    balance.linesAvailable += event.availableDelta;
    balance.linesFrozen += event.frozenDelta;
  }
}
