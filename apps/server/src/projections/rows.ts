import {
  type Command,
  type CorporateActionEvent,
  type DeleverageEvent,
  type EngineEvent,
  type FillEvent,
  type FundingEndEvent,
  type FundingPaymentEvent,
  type FundingRoundEvent,
  firstCustomer,
  type HoldingChargeEvent,
  House,
  type LedgerEvent,
  type LiquidationEvent,
  type MarginWarningEvent,
  type MarkEvent,
  type OrderEvent,
  type OrderTermsEvent,
  type PositionEvent,
  type PositionFillEvent,
  type TimedEvent,
  type Transfer,
} from '@bourse/engine';
import { TimedStatus } from '@bourse/protocol/enums';
import type { AppliedCommand, CommandIdentity, ProjectionBatch } from './projection.ts';

/** Events with a receipt of their own. */
export type SettlementEvent =
  | PositionFillEvent
  | FundingPaymentEvent
  | LiquidationEvent
  | DeleverageEvent
  | TimedEvent
  | HoldingChargeEvent
  | CorporateActionEvent;

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
  settlements: SettlementEvent[];
  fundingRounds: FundingRoundEvent[];
  fundingEnds: FundingEndEvent[];
  timed: TimedEvent[];
  warnings: MarginWarningEvent[];
  /** The position that each order first traded for. An opening order has no position before that. */
  links: ReadonlyMap<number, number>;
  /** The newest row of each instrument. */
  marks: MarkEvent[];
  /** The mark price that a liquidation or funding round used, by `placeOf` its event, when both are in the same batch. */
  marksUsed: ReadonlyMap<string, MarkEvent>;
  rules: { applied: AppliedCommand; rule: RuleCommand }[];
}

/** Commands that set the rules of an instrument. */
export type RuleCommand = Extract<Command, { kind: 'defineContract' | 'defineTimed' | 'defineStock' | 'corporateAction' }>;
const ruleKinds: ReadonlySet<Command['kind']> = new Set(['defineContract', 'defineTimed', 'defineStock', 'corporateAction']);
export const isRule = (command: Command): command is RuleCommand => ruleKinds.has(command.kind);

export const placeOf = ({ seq, index }: Pick<EngineEvent, 'seq' | 'index'>) => `${seq}/${index}`;
/** Events whose receipt shows the mark price they used. */
export const usesMark = (event: EngineEvent): event is LiquidationEvent | FundingRoundEvent =>
  event.kind === 'liquidation' || event.kind === 'fundingRound';

export const dayMs = 86_400_000;
/** Positions are stored as they were at the end of each such step. The equity curve uses these steps. */
export const historyStepMs = 1_800_000;
export const historyStep = (time: number) => Math.floor(time / historyStepMs);

class Gathered {
  readonly orders = new Map<number, OrderEvent>();
  readonly balances = new Map<string, LedgerEvent>();
  readonly daily = new Map<string, LedgerEvent>();
  readonly terms = new Map<number, OrderTermsEvent>();
  readonly positions = new Map<number, PositionEvent>();
  readonly positionHistory = new Map<string, PositionEvent>();
  readonly timed = new Map<number, TimedEvent>();
  readonly links = new Map<number, number>();
  readonly marks = new Map<number, MarkEvent>();
  readonly marksUsed = new Map<string, MarkEvent>();
  /** An order's terms follow another event of that order in the same command. That event names the account. */
  private latest: OrderEvent | undefined;

  take(event: EngineEvent, rows: ProjectedRows): void {
    if (usesMark(event)) {
      const used = this.marks.get(event.instrument);
      if (used) this.marksUsed.set(placeOf(event), used);
    }
    switch (event.kind) {
      case 'order':
        this.latest = event;
        if (isShownOrder(event)) this.orders.set(event.order, event);
        return;
      case 'fill':
        rows.fills.push(event);
        return;
      case 'ledger':
        this.ledger(event, rows);
        return;
      case 'orderTerms':
        if (isShownTerms(event, this.latest)) this.terms.set(event.order, withPosition(event, this.terms.get(event.order)?.position ?? 0));
        return;
      case 'position':
        if (event.account < firstCustomer) return;
        this.positions.set(event.position, event);
        this.positionHistory.set(`${event.position}/${historyStep(event.time)}`, event);
        return;
      case 'mark':
        this.marks.set(event.instrument, event);
        return;
      case 'fundingRound':
        rows.fundingRounds.push(event);
        return;
      case 'fundingEnd':
        rows.fundingEnds.push(event);
        return;
      case 'marginWarning':
        if (event.account >= firstCustomer) rows.warnings.push(event);
        return;
      case 'timed':
        this.timed.set(event.timed, event);
        break;
      case 'positionFill':
        if (event.order > 0 && event.account >= firstCustomer && !this.links.has(event.order)) this.links.set(event.order, event.position);
    }
    if (isSettlement(event)) rows.settlements.push(event);
  }

  private ledger(event: LedgerEvent, rows: ProjectedRows): void {
    const place = `${event.account}/${event.wallet}/${event.asset}`;
    this.balances.set(place, event);
    this.daily.set(`${place}/${Math.floor(event.time / dayMs)}`, event);
    if (isStatementLine(event)) rows.lines.push(event);
  }
}

export function rowsOf(batch: ProjectionBatch): ProjectedRows {
  const gathered = new Gathered();
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
    settlements: [],
    fundingRounds: [],
    fundingEnds: [],
    timed: [],
    warnings: [],
    links: gathered.links,
    marks: [],
    marksUsed: gathered.marksUsed,
    rules: [],
  };
  for (const event of batch.events) gathered.take(event, rows);
  for (const applied of batch.commands) {
    if (isAnswered(applied)) rows.answers.push(applied);
    if (applied.command.kind === 'transfer' && applied.outcome.ok) rows.transfers.push({ applied, transfer: applied.command });
    if (isRule(applied.command) && applied.outcome.ok) rows.rules.push({ applied, rule: applied.command });
  }
  for (const name of ['orders', 'balances', 'daily', 'terms', 'positions', 'positionHistory', 'timed', 'marks'] as const)
    rows[name] = [...gathered[name].values()] as never;
  return rows;
}

/** Most orders are the market maker's quotes, which are nobody's history: only those that traded are kept. */
export const isShownOrder = (order: OrderEvent) => order.account !== House.marketMaker || order.filledLots > 0;

/** The terms of the house's own orders are nobody's history either. */
export const isShownTerms = (terms: OrderTermsEvent, latest: OrderEvent | undefined) =>
  latest?.seq !== terms.seq || latest.order !== terms.order || latest.account >= firstCustomer;

/** An event of an order whose position is closed names no position; the order still belongs to the one it had. */
const withPosition = (terms: OrderTermsEvent, before: number): OrderTermsEvent =>
  terms.position === 0 ? { ...terms, position: before } : terms;

/** Customers see every line. The house's freezes and releases are left out: they move nothing in or out, so its totals still add up. */
export const isStatementLine = (line: LedgerEvent) => line.account >= firstCustomer || line.availableDelta + line.frozenDelta !== 0n;

/** Events that settle something for a customer; a timed contract when it ends. Liquidations and deleveragings of the house count too, because the risk page shows them all. */
export function isSettlement(event: EngineEvent): event is SettlementEvent {
  switch (event.kind) {
    case 'liquidation':
    case 'deleverage':
      return true;
    case 'positionFill':
    case 'fundingPayment':
    case 'holdingCharge':
    case 'corporateAction':
      return event.account >= firstCustomer;
    case 'timed':
      return event.status >= TimedStatus.won && event.account >= firstCustomer;
    default:
      return false;
  }
}

/** Must name every kind that `Gathered.take` uses: the projector drops the others before they reach a store. */
export const projectedKinds: ReadonlySet<EngineEvent['kind']> = new Set([
  'order',
  'fill',
  'ledger',
  'orderTerms',
  'position',
  'positionFill',
  'mark',
  'fundingRound',
  'fundingEnd',
  'fundingPayment',
  'liquidation',
  'deleverage',
  'marginWarning',
  'timed',
  'holdingCharge',
  'corporateAction',
]);
