import { divFloor } from '@bourse/money';
import { MarginMode } from '@bourse/protocol/enums';
import type { DeleverageEvent, EngineEvent, LiquidationEvent, PositionEvent, PositionFillEvent } from '../events.ts';
import { AuditFailed, agree, type Count } from './audit.ts';
import { type AccountMargin, type Holdings, lotsOf } from './holdings.ts';
import { lotsToClose, usedUpAt } from './margin-rules.ts';
import type { Markets } from './markets.ts';

/** A liquidation step in progress: the position as it was before, and the events since. */
interface Step extends AccountMargin {
  fill: PositionFillEvent;
  filledLots: number;
  filledValue: number;
  fee: number;
  insured: number;
  deleveraged: number;
  ranking: readonly PositionEvent[] | undefined;
  passed: number;
}

/** Recomputes each step of a liquidation and the ranking of deleveraged positions. */
export class LiquidationAuditor {
  private readonly markets: Markets;
  private readonly holdings: Holdings;
  private readonly count: Count;
  private step: Step | undefined;

  constructor(markets: Markets, holdings: Holdings, count: Count) {
    this.markets = markets;
    this.holdings = holdings;
    this.count = count;
  }

  hear(event: EngineEvent): void {
    if (event.kind === 'positionFill' && event.role === 'liquidation') this.hearForced(event);
    else if (event.kind === 'liquidation') this.hearLiquidation(event);
    else if (event.kind === 'deleverage') this.hearDeleverage(event);
  }

  /** Checks after a command that every forced fill belonged to a step. */
  check(): void {
    if (this.step !== undefined) throw new AuditFailed('liquidation', 'fills without a step', this.step.fill.position);
  }

  private hearForced(fill: PositionFillEvent): void {
    this.step ??= this.begin(fill);
    const { step } = this;
    agree('position of the step', fill.position, step.fill.position);
    step.fee += fill.fee;
    step.insured += fill.insured;
    if (fill.fill !== 0) {
      step.filledLots += fill.lots;
      step.filledValue += fill.value;
      return;
    }
    step.deleveraged += fill.lots;
    step.ranking ??= this.rankingAgainst(fill);
  }

  private begin(fill: PositionFillEvent): Step {
    const before = this.holdings.positions.get(fill.position)!;
    agree('lots before', fill.openLots, before.lots);
    agree('entry value before', fill.entryValue, before.entryValue);
    agree('margin before', fill.margin, before.margin);
    const full = fill.mode === MarginMode.full;
    const { equity, maintenance } = full ? this.holdings.together(fill.account) : this.holdings.alone(before);
    // The ledger lines of this fill came before it. Its margin only moved within the wallet.
    const moved = full ? BigInt(fill.profit) + BigInt(fill.insured) - BigInt(fill.fee) : 0n;
    return {
      fill,
      equity: equity - moved,
      maintenance,
      filledLots: 0,
      filledValue: 0,
      fee: 0,
      insured: 0,
      deleveraged: 0,
      ranking: undefined,
      passed: 0,
    };
  }

  /**
   * Other accounts' positions on the opposite side, ranked by profit × leverage ÷ entry value in parts per million, rounded down: best first, ties by age.
   */
  private rankingAgainst(fill: PositionFillEvent): PositionEvent[] {
    const score = (p: PositionEvent) => divFloor(this.holdings.profitOf(p) * BigInt(p.leverage) * 1_000_000n, BigInt(p.entryValue));
    return this.holdings
      .in(fill.instrument)
      .filter((p) => p.direction !== fill.direction && p.account !== fill.account)
      .map((p) => ({ p, score: score(p) }))
      .sort((a, b) => (a.score > b.score ? -1 : a.score < b.score ? 1 : a.p.position - b.p.position))
      .map(({ p }) => p);
  }

  private hearDeleverage(event: DeleverageEvent): void {
    const step = this.step!;
    const ranking = step.ranking!;
    agree('ranked', event.ranked, ranking.length);
    agree('place in the ranking', event.position, ranking[event.rank - 1]!.position);
    for (const p of ranking.slice(step.passed, event.rank - 1))
      agree('passed over who could pay', this.holdings.couldPay(p, BigInt(event.priceTicks)), false);
    step.passed = event.rank;
    this.count('deleveragings');
  }

  private hearLiquidation(event: LiquidationEvent): void {
    const { step } = this;
    if (step === undefined) throw new AuditFailed('liquidation', 'a step without a fill', event.position);
    this.step = undefined;
    const { fill } = step;
    const { rules, unit, mark } = this.markets.of(event.instrument);
    const before = lotsOf({ direction: fill.direction, lots: fill.openLots, entryValue: fill.entryValue });
    agree('liquidated position', event.position, fill.position);
    agree('open lots', event.openLots, fill.openLots);
    agree('entry value', event.entryValue, fill.entryValue);
    agree('margin', event.margin, fill.margin);
    agree('equity', event.equity, step.equity);
    agree('maintenance', event.maintenance, step.maintenance);
    agree('due', step.equity <= step.maintenance, true);
    agree('lots of the step', event.lots, lotsToClose(rules.tiers, before));
    agree('bankruptcy price', event.bankruptcyTicks, usedUpAt(before, mark, unit, step.equity));
    agree('filled lots', event.filledLots, step.filledLots);
    agree('filled value', event.filledValue, step.filledValue);
    agree('fee', event.fee, step.fee);
    agree('insured', event.insured, step.insured);
    agree('deleveraged lots', event.deleveragedLots, step.deleveraged);
    this.count('liquidations');
  }
}
