import { divCeil, divFloor } from '@bourse/money';
import { MarginMode, OrderSide, PositionAction, PositionDirection, Wallet } from '@bourse/protocol/enums';
import type { DefineContract, SequencedCommand } from '../commands.ts';
import type {
  DeleverageEvent,
  EngineEvent,
  FundingPaymentEvent,
  FundingRoundEvent,
  LiquidationEvent,
  MarkEvent,
  PositionEvent,
  PositionFillEvent,
} from '../events.ts';
import { e8, fundingRate, type Lots, least, lotsToClose, maintenanceOf, markOf, most, profitOf, sum, usedUpAt } from './margin-rules.ts';

/** What a contract's events have said so far. */
interface Market {
  rules: DefineContract;
  unit: bigint;
  bandBps: bigint;
  status: number;
  index: bigint;
  indexTime: number;
  mark: bigint;
  last: bigint;
  samples: Map<number, bigint>;
  premium: bigint[];
  books: [Map<number, bigint>, Map<number, bigint>];
}

interface OpenOrder {
  account: number;
  reserved: bigint;
  /** Opening, in segmented mode: its reserve backs nothing else. */
  apart: boolean;
}

/** A liquidation step under way: the position as it was before, and what has been told since. */
interface Step {
  fill: PositionFillEvent;
  equity: bigint;
  maintenance: bigint;
  filledLots: number;
  filledValue: number;
  fee: number;
  insured: number;
  deleveraged: number;
  ranking: readonly PositionEvent[] | undefined;
  passed: number;
}

/** A disagreement between what was told and what the rules say. */
export class AuditFailed extends Error {
  constructor(what: string, told: unknown, due: unknown) {
    super(`${what}: told ${String(told)}, due ${String(due)}`);
    this.name = 'AuditFailed';
  }
}

function agree(what: string, told: number | bigint | boolean, due: number | bigint | boolean): void {
  const same = typeof told === 'boolean' ? told === due : BigInt(told) === BigInt(due);
  if (!same) throw new AuditFailed(what, told, due);
}

const lotsOf = (p: { direction: PositionDirection; lots: number; entryValue: number }): Lots => ({
  direction: p.direction,
  lots: BigInt(p.lots),
  entry: BigInt(p.entryValue),
});

/**
 * Recomputes marks, maintenance, liquidations, deleveragings, warnings and funding from recorded events alone; of commands it reads only rules and
 * modes. It never asks the engine.
 */
export class MarginAuditor {
  private readonly markets = new Map<number, Market>();
  private readonly positions = new Map<number, PositionEvent>();
  private readonly balances = new Map<number, { available: bigint; frozen: bigint }>();
  private readonly orders = new Map<number, OpenOrder>();
  private readonly warned = new Set<string>();
  private readonly fresh = new Set<number>();
  private readonly units = new Map<number, { unit: bigint; bandBps: bigint }>();
  private quote = 0;
  private mode = 'normal';
  private time = 0;
  private step: Step | undefined;
  private owed: { due: Map<number, { owed: bigint; amount: bigint }>; paid: bigint; received: bigint } | undefined;
  /** How often each thing was audited. */
  readonly audited: Record<string, number> = {};

  hear({ command, time }: SequencedCommand, events: readonly EngineEvent[]): void {
    this.time = time;
    this.fresh.clear();
    if (command.kind === 'defineInstrument') {
      this.units.set(command.instrument, { unit: BigInt(command.quoteUnitsPerTickLot), bandBps: BigInt(command.bandBps) });
      this.quote = command.quoteAsset;
    }
    if (command.kind === 'defineContract') this.define(command);
    const sums = new Map<string, bigint>();
    for (const event of events) {
      if (event.kind === 'ledger') {
        const key = `posting ${event.posting} of asset ${event.asset}`;
        sums.set(key, (sums.get(key) ?? 0n) + event.availableDelta + event.frozenDelta);
      }
      this.hearOne(event);
    }
    for (const [posting, total] of sums) agree(posting, total, 0n);
    if (this.step !== undefined) throw new AuditFailed('liquidation', 'fills without a step', this.step.fill.position);
  }

  private define(rules: DefineContract): void {
    const known = this.markets.get(rules.instrument);
    if (known !== undefined) {
      known.rules = rules;
      return;
    }
    this.markets.set(rules.instrument, {
      rules,
      ...this.units.get(rules.instrument)!,
      status: 1,
      index: 0n,
      indexTime: 0,
      mark: 0n,
      last: 0n,
      samples: new Map(),
      premium: [],
      books: [new Map(), new Map()],
    });
  }

  private hearOne(event: EngineEvent): void {
    switch (event.kind) {
      case 'ledger':
        if (event.wallet === Wallet.contract && event.asset === this.quote) {
          this.balances.set(event.account, { available: event.availableAfter, frozen: event.frozenAfter });
        }
        return;
      case 'depth': {
        const book = this.markets.get(event.instrument)?.books[event.side];
        if (event.lots === 0) book?.delete(event.priceTicks);
        else book?.set(event.priceTicks, BigInt(event.lots));
        return;
      }
      case 'order':
        this.orders.set(event.order, {
          account: event.account,
          reserved: event.reserved,
          apart: this.orders.get(event.order)?.apart ?? false,
        });
        return;
      case 'orderTerms': {
        const order = this.orders.get(event.order);
        if (order !== undefined) order.apart = event.action === PositionAction.open && event.mode === MarginMode.segmented;
        return;
      }
      case 'fill': {
        const market = this.markets.get(event.instrument);
        if (market !== undefined) market.last = BigInt(event.priceTicks);
        return;
      }
      case 'reference': {
        const market = this.markets.get(event.instrument);
        if (market === undefined) return;
        market.index = BigInt(event.priceTicks);
        market.indexTime = event.tickTime;
        return;
      }
      case 'instrumentStatus': {
        const market = this.markets.get(event.instrument);
        if (market !== undefined) market.status = event.status;
        return;
      }
      case 'tradingMode':
        this.mode = event.mode;
        return;
      case 'mark':
        this.hearMark(event);
        return;
      case 'position':
        if (event.lots === 0) this.positions.delete(event.position);
        else this.positions.set(event.position, event);
        return;
      case 'positionFill':
        if (event.role === 'liquidation') this.hearForced(event);
        return;
      case 'liquidation':
        this.hearLiquidation(event);
        return;
      case 'deleverage':
        this.hearDeleverage(event);
        return;
      case 'marginWarning':
        this.hearWarning(event.account, event.position);
        return;
      case 'fundingRound':
        this.hearRound(event);
        return;
      case 'fundingPayment':
        this.hearPayment(event);
        return;
      default:
        return;
    }
  }

  private count(what: string): void {
    this.audited[what] = (this.audited[what] ?? 0) + 1;
  }

  private hearMark(event: MarkEvent): void {
    const market = this.markets.get(event.instrument)!;
    const second = Math.floor(event.time / 1000);
    const [bids, asks] = market.books;
    if (bids.size > 0 && asks.size > 0) {
      const middle = divFloor(BigInt(Math.max(...bids.keys())) + BigInt(Math.min(...asks.keys())), 2n);
      market.samples.set(second, middle - market.index);
      market.premium.push(divFloor((middle - market.index) * e8, market.index));
    }
    for (const at of market.samples.keys()) if (at <= second - 60) market.samples.delete(at);
    const samples = [...market.samples.values()];
    const basis = samples.length === 0 ? 0n : divFloor(sum(samples), BigInt(samples.length));
    market.mark = markOf(market.index, basis, market.last, BigInt(market.rules.markBandBps));
    agree('basis', event.basisTicks, basis);
    agree('mark', event.markTicks, market.mark);
    this.fresh.add(event.instrument);
    this.count('marks');
  }

  /** Equity and maintenance of a position on its own. */
  private alone(p: PositionEvent): { equity: bigint; maintenance: bigint } {
    const { mark, unit, rules } = this.markets.get(p.instrument)!;
    return {
      equity: BigInt(p.margin) + profitOf(lotsOf(p), mark, unit),
      maintenance: maintenanceOf(rules.tiers, BigInt(p.entryValue)),
    };
  }

  private held(account: number): PositionEvent[] {
    return [...this.positions.values()].filter((p) => p.account === account);
  }

  private fullOf(account: number): PositionEvent[] {
    return this.held(account).filter(({ mode }) => mode === MarginMode.full);
  }

  /** Of all full-margin positions of an account. What segmented positions and their orders hold backs only themselves. */
  private together(account: number): { equity: bigint; maintenance: bigint } {
    const { available, frozen } = this.balances.get(account)!;
    const full = this.fullOf(account);
    const apart =
      sum(this.held(account).flatMap(({ mode, margin }) => (mode === MarginMode.segmented ? [BigInt(margin)] : []))) +
      sum([...this.orders.values()].flatMap((order) => (order.account === account && order.apart ? [order.reserved] : [])));
    const profit = sum(full.map((p) => profitOf(lotsOf(p), this.markets.get(p.instrument)!.mark, this.markets.get(p.instrument)!.unit)));
    const maintenance = sum(full.map((p) => this.alone(p).maintenance));
    return { equity: available + frozen - apart + profit, maintenance };
  }

  private hearForced(fill: PositionFillEvent): void {
    if (this.step === undefined) this.begin(fill);
    const step = this.step!;
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

  private begin(fill: PositionFillEvent): void {
    const before = this.positions.get(fill.position)!;
    agree('lots before', fill.openLots, before.lots);
    agree('entry value before', fill.entryValue, before.entryValue);
    agree('margin before', fill.margin, before.margin);
    const standing = fill.mode === MarginMode.full ? this.together(fill.account) : this.alone(before);
    // The lines of this fill came before it; its margin only moved within the wallet.
    const moved = fill.mode === MarginMode.full ? BigInt(fill.profit) + BigInt(fill.insured) - BigInt(fill.fee) : 0n;
    this.step = {
      fill,
      equity: standing.equity - moved,
      maintenance: standing.maintenance,
      filledLots: 0,
      filledValue: 0,
      fee: 0,
      insured: 0,
      deleveraged: 0,
      ranking: undefined,
      passed: 0,
    };
  }

  /** The other side, other accounts', by profit × leverage ÷ entry value in parts per million, rounded down; best first, equal ones by age. */
  private rankingAgainst(fill: PositionFillEvent): PositionEvent[] {
    const { mark, unit } = this.markets.get(fill.instrument)!;
    const score = (p: PositionEvent) => divFloor(profitOf(lotsOf(p), mark, unit) * BigInt(p.leverage) * 1_000_000n, BigInt(p.entryValue));
    return [...this.positions.values()]
      .filter((p) => p.instrument === fill.instrument && p.direction !== fill.direction && p.account !== fill.account)
      .map((p) => ({ p, score: score(p) }))
      .sort((a, b) => (a.score > b.score ? -1 : a.score < b.score ? 1 : a.p.position - b.p.position))
      .map(({ p }) => p);
  }

  private hearDeleverage(event: DeleverageEvent): void {
    const { ranking, passed } = this.step!;
    agree('ranked', event.ranked, ranking!.length);
    agree('place in the ranking', event.position, ranking![event.rank - 1]!.position);
    for (const p of ranking!.slice(passed, event.rank - 1))
      agree('passed over who could pay', this.couldPay(p, BigInt(event.priceTicks)), false);
    this.step!.passed = event.rank;
    this.count('deleveragings');
  }

  private couldPay(p: PositionEvent, price: bigint): boolean {
    const left = BigInt(p.margin) + profitOf(lotsOf(p), price, this.markets.get(p.instrument)!.unit);
    return left >= 0n || (p.mode === MarginMode.full && this.balances.get(p.account)!.available >= -left);
  }

  private hearLiquidation(event: LiquidationEvent): void {
    const step = this.step;
    if (step === undefined) throw new AuditFailed('liquidation', 'a step without a fill', event.position);
    this.step = undefined;
    const { fill } = step;
    const { rules, unit, mark } = this.markets.get(event.instrument)!;
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

  private hearWarning(account: number, position: number): void {
    const key = position === 0 ? `account ${account}` : `position ${position}`;
    if (this.warned.has(key)) throw new AuditFailed('warning', `${key} again`, 'once');
    this.warned.add(key);
    this.count('warnings');
  }

  private hearRound(event: FundingRoundEvent): void {
    const market = this.markets.get(event.instrument)!;
    const { rules, unit, mark } = market;
    const isVoid = mark === 0n || event.due - market.indexTime > 5000;
    const rate = fundingRate(sum(market.premium), BigInt(market.premium.length), BigInt(rules.interestE8), BigInt(rules.fundingCapE8));
    agree('void', event.void, isVoid);
    agree('rate', event.rateE8, rate);
    agree('premium', event.premiumSumE8, sum(market.premium));
    agree('mark of the round', event.markTicks, mark);
    agree('instant', event.due % rules.fundingIntervalMs, 0);
    market.premium = [];
    this.count(isVoid ? 'voidRounds' : 'rounds');
    const due = new Map<number, { owed: bigint; amount: bigint }>();
    const holders = [...this.positions.values()].filter((p) => p.instrument === event.instrument).sort((a, b) => a.position - b.position);
    const pays = (p: PositionEvent) => (p.direction === PositionDirection.long) === rate > 0n;
    const owedBy = (p: PositionEvent) => {
      const exact = BigInt(p.lots) * mark * unit * (rate < 0n ? -rate : rate);
      return pays(p) ? divCeil(exact, e8) : divFloor(exact, e8);
    };
    let paid = 0n;
    let received = 0n;
    if (!isVoid && rate !== 0n) {
      const left = new Map(holders.map(({ account }) => [account, this.balances.get(account)!.available]));
      for (const p of holders.filter(pays)) {
        const available = least(left.get(p.account)!, owedBy(p));
        const amount = available + least(BigInt(p.margin), owedBy(p) - available);
        left.set(p.account, left.get(p.account)! - available);
        due.set(p.position, { owed: -owedBy(p), amount: -amount });
        paid += amount;
      }
      const receivers = holders.filter((p) => !pays(p));
      const asked = sum(receivers.map(owedBy));
      for (const p of receivers) {
        const amount = asked <= paid ? owedBy(p) : divFloor(owedBy(p) * paid, asked);
        due.set(p.position, { owed: owedBy(p), amount });
        received += amount;
      }
    }
    agree('paid', event.paid, paid);
    agree('received', event.received, received);
    this.owed = { due, paid, received };
  }

  private hearPayment(event: FundingPaymentEvent): void {
    const expected = this.owed?.due.get(event.position);
    if (expected === undefined) throw new AuditFailed('funding', event.position, 'nothing');
    agree('owed', event.owed, expected.owed);
    agree('amount', event.amount, expected.amount);
    this.owed!.due.delete(event.position);
    this.count('payments');
  }

  /** After a command: nobody is below zero, everybody who is due was liquidated and everybody near was warned, unless the engine has work left over. */
  check(leftOver: boolean): void {
    if ((this.owed?.due.size ?? 0) > 0) throw new AuditFailed('funding', 'nothing', [...this.owed!.due.keys()]);
    this.owed = undefined;
    for (const [account, { available, frozen }] of this.balances) {
      if (account !== 9 && account !== 10) agree(`account ${account} below zero`, available < 0n || frozen < 0n, false);
    }
    for (const instrument of this.markets.keys()) {
      const open = (direction: PositionDirection) =>
        sum(
          [...this.positions.values()].filter((p) => p.instrument === instrument && p.direction === direction).map((p) => BigInt(p.lots)),
        );
      agree('longs and shorts', open(PositionDirection.long), open(PositionDirection.short));
    }
    if (!leftOver) for (const instrument of this.fresh) this.checkMarket(instrument);
    this.calm();
  }

  private mayLiquidate(instrument: number): boolean {
    const { status, indexTime } = this.markets.get(instrument)!;
    return this.mode !== 'readOnly' && (status === 1 || status === 2) && this.time - indexTime <= 5000;
  }

  private checkMarket(instrument: number): void {
    if (!this.mayLiquidate(instrument)) return;
    const accounts = new Set<number>();
    for (const p of this.positions.values()) {
      if (p.instrument !== instrument) continue;
      if (p.mode === MarginMode.full) accounts.add(p.account);
      else this.checkStanding(`position ${p.position}`, this.alone(p), [p]);
    }
    for (const account of accounts) {
      const worst = this.fullOf(account)
        .filter((p) => this.mayLiquidate(p.instrument))
        .map((p) => ({ p, profit: profitOf(lotsOf(p), this.markets.get(p.instrument)!.mark, this.markets.get(p.instrument)!.unit) }))
        .sort((a, b) => (a.profit < b.profit ? -1 : a.profit > b.profit ? 1 : a.p.position - b.p.position))
        .map(({ p }) => p);
      this.checkStanding(`account ${account}`, this.together(account), worst.slice(0, 1));
    }
  }

  private checkStanding(
    who: string,
    { equity, maintenance }: { equity: bigint; maintenance: bigint },
    next: readonly PositionEvent[],
  ): void {
    if (equity <= maintenance) {
      for (const p of next) {
        const { mark, unit } = this.markets.get(p.instrument)!;
        const price = usedUpAt(lotsOf(p), mark, unit, equity);
        if (this.couldBeTaken(p, price)) throw new AuditFailed(who, `stands at ${equity} of ${maintenance}`, 'liquidation');
      }
      this.count('stuck');
    } else if (equity * 4n <= maintenance * 5n && !this.warned.has(who)) throw new AuditFailed(who, 'no warning', 'a warning');
  }

  /** Whether the book, with the insurance fund, or anybody of the other side could take a lot at the bankruptcy price. */
  private couldBeTaken(p: PositionEvent, price: bigint): boolean {
    const { index, bandBps, books, unit } = this.markets.get(p.instrument)!;
    const long = p.direction === PositionDirection.long;
    const prices = [...books[long ? OrderSide.buy : OrderSide.sell].keys()];
    const best = prices.length === 0 ? undefined : BigInt(long ? Math.max(...prices) : Math.min(...prices));
    const reach = (index * bandBps) / 10_000n;
    if (best !== undefined && (long ? best >= index - reach : best <= index + reach)) {
      const beyond = long ? price - best : best - price;
      if (beyond * unit <= most(0n, this.balances.get(2)?.available ?? 0n)) return true;
    }
    return [...this.positions.values()].some(
      (other) => other.instrument === p.instrument && other.direction !== p.direction && this.couldPay(other, price),
    );
  }

  /** A warning is over below 70 %. */
  private calm(): void {
    for (const key of this.warned) {
      const [what, id] = key.split(' ');
      const position = this.positions.get(Number(id));
      if (what === 'position' ? position === undefined : this.fullOf(Number(id)).length === 0) {
        this.warned.delete(key);
        continue;
      }
      const { equity, maintenance } = what === 'position' ? this.alone(position!) : this.together(Number(id));
      if (maintenance * 10n < equity * 7n) this.warned.delete(key);
    }
  }
}
