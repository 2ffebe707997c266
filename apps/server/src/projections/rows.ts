import {
  type Command,
  type EngineEvent,
  type FillEvent,
  firstCustomer,
  House,
  type LedgerEvent,
  type MarkEvent,
  type OrderEvent,
  type OrderTermsEvent,
  type PositionEvent,
  type Transfer,
} from '@bourse/engine';
import { happens, isLatest, type KindOfEvent, keptKinds, keyOf, markedInstrument } from './kept.ts';
import type { AppliedCommand, CommandIdentity, ProjectionBatch } from './projection.ts';

/** Something that happened, with the mark price that it used. */
export interface Happening {
  event: EngineEvent;
  mark: MarkEvent | undefined;
}

export interface AppliedTransfer {
  applied: AppliedCommand;
  transfer: Transfer;
}

/** A customer's command. Its first answer is kept for ever. */
export type AnsweredCommand = AppliedCommand & { identity: CommandIdentity };
const isAnswered = (applied: AppliedCommand): applied is AnsweredCommand => applied.identity !== undefined;

/** The rows that one batch turns into. The latest state wins where a row is written more than once. */
export interface ProjectedRows {
  orders: OrderEvent[];
  fills: FillEvent[];
  lines: LedgerEvent[];
  transfers: AppliedTransfer[];
  balances: LedgerEvent[];
  daily: LedgerEvent[];
  answers: AnsweredCommand[];
  terms: OrderTermsEvent[];
  positions: PositionEvent[];
  positionHistory: PositionEvent[];
  happenings: Happening[];
  /** The newest event of each kind and key that is kept by its latest. */
  latest: EngineEvent[];
  /** The position that each order first traded for. An opening order has no position before that. */
  links: ReadonlyMap<number, number>;
  /** The newest row of each instrument. */
  marks: MarkEvent[];
  rules: AppliedRule[];
}

export interface AppliedRule {
  /** The place behind which it is in force. A rule that was a command of its own has no `index`: it holds from the next command on. */
  applied: { readonly seq: number; readonly time: number; readonly index?: number };
  rule: RuleCommand;
}

/** Commands that set the rules of an instrument. */
export type RuleCommand = Extract<Command, { kind: (typeof ruleNames)[number] }>;
const ruleNames = ['defineInstrument', 'defineContract', 'defineTimed', 'defineStock', 'corporateAction'] as const;
const ruleKinds: ReadonlySet<Command['kind']> = new Set(ruleNames);
const isRule = (command: Command): command is RuleCommand => ruleKinds.has(command.kind);

export const placeOf = ({ seq, index }: Pick<EngineEvent, 'seq' | 'index'>) => `${seq}/${index}`;

export const dayMs = 86_400_000;
/** Positions are stored as they were at the end of each minute in which they changed. The equity curve has no finer steps. */
export const historyStepMs = 60_000;
export const historyStep = (time: number) => Math.floor(time / historyStepMs);

class Gathered {
  readonly orders = new Map<number, OrderEvent>();
  readonly balances = new Map<string, LedgerEvent>();
  readonly daily = new Map<string, LedgerEvent>();
  readonly terms = new Map<number, OrderTermsEvent>();
  readonly positions = new Map<number, PositionEvent>();
  readonly positionHistory = new Map<string, PositionEvent>();
  readonly latest = new Map<string, EngineEvent>();
  readonly links = new Map<number, number>();
  readonly marks = new Map<number, MarkEvent>();
  /** An order's terms follow another event of that order in the same command. That event names the account. */
  private order: OrderEvent | undefined;
  private readonly earlierMarks: ReadonlyMap<number, MarkEvent>;

  constructor(earlierMarks: ReadonlyMap<number, MarkEvent>) {
    this.earlierMarks = earlierMarks;
  }

  take(event: EngineEvent, rows: ProjectedRows): void {
    switch (event.kind) {
      case 'order':
        this.order = event;
        if (isShownOrder(event)) this.orders.set(event.order, event);
        return;
      case 'fill':
        rows.fills.push(event);
        return;
      case 'ledger':
        this.ledger(event, rows);
        return;
      case 'orderTerms':
        if (isShownTerms(event, this.order)) this.terms.set(event.order, withPosition(event, this.terms.get(event.order)?.position ?? 0));
        return;
      case 'position':
        if (event.account < firstCustomer) return;
        this.positions.set(event.position, event);
        this.positionHistory.set(`${event.position}/${historyStep(event.time)}`, event);
        return;
      case 'mark':
        this.marks.set(event.instrument, event);
        return;
      case 'positionFill':
        if (event.order > 0 && event.account >= firstCustomer && !this.links.has(event.order)) this.links.set(event.order, event.position);
        break;
      case 'ruleInForce':
        if (isRule(event.body)) rows.rules.push({ applied: event, rule: event.body });
        return;
      case 'proposal':
        // The command that operators decided together holds from the approval that carried it out.
        if (event.state === 'applied' && isRule(event.body)) rows.rules.push({ applied: event, rule: event.body });
        break;
    }
    if (happens(event)) rows.happenings.push({ event, mark: this.markOf(markedInstrument(event)) });
    if (isLatest(event)) this.latest.set(`${event.kind}/${keyOf(event)}`, event);
  }

  private markOf(instrument: number | undefined): MarkEvent | undefined {
    return instrument === undefined ? undefined : (this.marks.get(instrument) ?? this.earlierMarks.get(instrument));
  }

  private ledger(event: LedgerEvent, rows: ProjectedRows): void {
    const place = `${event.account}/${event.wallet}/${event.asset}`;
    this.balances.set(place, event);
    this.daily.set(`${place}/${Math.floor(event.time / dayMs)}`, event);
    if (isStatementLine(event)) rows.lines.push(event);
  }
}

/** `earlierMarks`: the newest mark prices before the batch by instrument, where an event of it used one (`markedInstrument`). */
export function rowsOf(batch: ProjectionBatch, earlierMarks: ReadonlyMap<number, MarkEvent>): ProjectedRows {
  const gathered = new Gathered(earlierMarks);
  const rows: ProjectedRows = {
    orders: [],
    fills: [],
    lines: [],
    transfers: [],
    balances: [],
    daily: [],
    answers: [],
    terms: [],
    positions: [],
    positionHistory: [],
    happenings: [],
    latest: [],
    links: gathered.links,
    marks: [],
    rules: [],
  };
  for (const event of batch.events) gathered.take(event, rows);
  for (const applied of batch.commands) {
    if (isAnswered(applied)) rows.answers.push(applied);
    if (applied.command.kind === 'transfer' && applied.outcome.ok) rows.transfers.push({ applied, transfer: applied.command });
    const { command, seq, time } = applied;
    if (isRule(command) && applied.outcome.ok) rows.rules.push({ applied: { seq, time }, rule: command });
  }
  for (const name of ['orders', 'balances', 'daily', 'terms', 'positions', 'positionHistory', 'latest', 'marks'] as const)
    rows[name] = [...gathered[name].values()] as never;
  return rows;
}

/** Most orders are the market maker's quotes, which are nobody's history: only those that traded are kept. */
const isShownOrder = (order: OrderEvent) => order.account !== House.marketMaker || order.filledLots > 0;

/** The terms of the house's own orders are nobody's history either. */
const isShownTerms = (terms: OrderTermsEvent, latest: OrderEvent | undefined) =>
  latest?.seq !== terms.seq || latest.order !== terms.order || latest.account >= firstCustomer;

/** An event of an order whose position is closed names no position; the order still belongs to the one it had. */
const withPosition = (terms: OrderTermsEvent, before: number): OrderTermsEvent =>
  terms.position === 0 ? { ...terms, position: before } : terms;

/** Customers see every line. The house's freezes and releases are left out: they move nothing in or out, so its totals still add up. */
const isStatementLine = (line: LedgerEvent) => line.account >= firstCustomer || line.availableDelta + line.frozenDelta !== 0n;

/** The projector drops events of other kinds before they reach a store. */
export const projectedKinds: ReadonlySet<KindOfEvent> = new Set<KindOfEvent>([
  'order',
  'fill',
  'ledger',
  'orderTerms',
  'position',
  'mark',
  'ruleInForce',
  ...keptKinds,
]);
