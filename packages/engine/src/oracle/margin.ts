import { MarginMode, OrderSide, PositionDirection } from '@bourse/protocol/enums';
import type { SequencedCommand } from '../commands.ts';
import { House, mayBeNegative } from '../core/accounts.ts';
import type { EngineEvent, PositionEvent } from '../events.ts';
import { AuditFailed, agree } from './audit.ts';
import { FundingAuditor } from './funding.ts';
import { type AccountMargin, Holdings, lotsOf } from './holdings.ts';
import { LiquidationAuditor } from './liquidations.ts';
import { max, sum, usedUpAt } from './margin-rules.ts';
import { Markets } from './markets.ts';

/**
 * Recomputes marks, maintenance, liquidations, deleveragings, warnings and funding from recorded events alone, and never asks the engine. From commands it
 * reads only rules and modes.
 */
export class MarginAuditor {
  /** How often each thing was audited. */
  readonly audited: Record<string, number> = {};
  private readonly count = (what: string) => {
    this.audited[what] = (this.audited[what] ?? 0) + 1;
  };
  private readonly markets = new Markets(this.count);
  private readonly holdings = new Holdings(this.markets);
  private readonly funding = new FundingAuditor(this.markets, this.holdings, this.count);
  private readonly liquidations = new LiquidationAuditor(this.markets, this.holdings, this.count);
  private readonly warned = new Set<string>();
  /** Contracts whose mark changed in the most recent command. */
  private readonly marked = new Set<number>();
  private mode = 'normal';
  private time = 0;

  hear({ command, time }: SequencedCommand, events: readonly EngineEvent[]): void {
    this.time = time;
    this.marked.clear();
    if (command.kind === 'defineInstrument') {
      this.markets.defineInstrument(command);
      this.holdings.quote = command.quoteAsset;
    }
    if (command.kind === 'defineContract') this.markets.defineContract(command);
    const sums = new Map<string, bigint>();
    for (const event of events) {
      if (event.kind === 'ledger') {
        const key = `posting ${event.posting} of asset ${event.asset}`;
        sums.set(key, (sums.get(key) ?? 0n) + event.availableDelta + event.frozenDelta);
      }
      this.hearOne(event);
    }
    for (const [posting, total] of sums) agree(posting, total, 0n);
    this.liquidations.check();
  }

  private hearOne(event: EngineEvent): void {
    // The event of a forced fill comes before that of the position it leaves, so the auditor of liquidations must see the position as it was until then.
    this.liquidations.hear(event);
    this.funding.hear(event);
    this.markets.hear(event);
    this.holdings.hear(event);
    if (event.kind === 'mark') this.marked.add(event.instrument);
    else if (event.kind === 'tradingMode') this.mode = event.mode;
    else if (event.kind === 'marginWarning') this.hearWarning(event.account, event.position);
  }

  private hearWarning(account: number, position: number): void {
    const key = position === 0 ? `account ${account}` : `position ${position}`;
    if (this.warned.has(key)) throw new AuditFailed('warning', `${key} again`, 'once');
    this.warned.add(key);
    this.count('warnings');
  }

  /**
   * Checks after a command: nobody is below zero, and unless the engine has work left over, everybody due was liquidated and everybody near liquidation was
   * warned.
   */
  check(leftOver: boolean): void {
    this.funding.check(leftOver);
    for (const [account, { available, frozen }] of this.holdings.balances)
      if (!mayBeNegative(account)) agree(`account ${account} below zero`, available < 0n || frozen < 0n, false);
    for (const instrument of this.markets.all.keys()) {
      const positions = this.holdings.in(instrument);
      const open = (direction: PositionDirection) => sum(positions.flatMap((p) => (p.direction === direction ? [BigInt(p.lots)] : [])));
      agree('longs and shorts', open(PositionDirection.long), open(PositionDirection.short));
    }
    if (!leftOver) for (const instrument of this.marked) this.checkMarket(instrument);
    this.calm();
  }

  private mayLiquidate(instrument: number): boolean {
    const { status, indexTime } = this.markets.of(instrument);
    return this.mode !== 'readOnly' && (status === 1 || status === 2) && this.time - indexTime <= 5000;
  }

  private checkMarket(instrument: number): void {
    if (!this.mayLiquidate(instrument)) return;
    const accounts = new Set<number>();
    for (const p of this.holdings.in(instrument)) {
      if (p.mode === MarginMode.full) accounts.add(p.account);
      else this.checkLiquidated(`position ${p.position}`, this.holdings.alone(p), p);
    }
    for (const account of accounts) this.checkLiquidated(`account ${account}`, this.holdings.together(account), this.worstOf(account));
  }

  /** The position with which a full-margin account's liquidation begins. */
  private worstOf(account: number): PositionEvent | undefined {
    const [worst] = this.holdings
      .fullOf(account)
      .filter((p) => this.mayLiquidate(p.instrument))
      .map((p) => ({ p, profit: this.holdings.profitOf(p) }))
      .sort((a, b) => (a.profit < b.profit ? -1 : a.profit > b.profit ? 1 : a.p.position - b.p.position));
    return worst?.p;
  }

  private checkLiquidated(who: string, { equity, maintenance }: AccountMargin, next: PositionEvent | undefined): void {
    if (equity > maintenance) {
      if (equity * 4n <= maintenance * 5n && !this.warned.has(who)) throw new AuditFailed(who, 'no warning', 'a warning');
      return;
    }
    if (next !== undefined) {
      const { mark, unit } = this.markets.of(next.instrument);
      if (this.couldBeTaken(next, usedUpAt(lotsOf(next), mark, unit, equity)))
        throw new AuditFailed(who, `stands at ${equity} of ${maintenance}`, 'liquidation');
    }
    this.count('stuck');
  }

  /** Whether the book, with the insurance fund, or anybody on the other side could take a lot at the bankruptcy price. */
  private couldBeTaken(p: PositionEvent, price: bigint): boolean {
    const { index, bandBps, books, unit } = this.markets.of(p.instrument);
    const long = p.direction === PositionDirection.long;
    const prices = [...books[long ? OrderSide.buy : OrderSide.sell].keys()];
    const best = prices.length === 0 ? undefined : BigInt(long ? Math.max(...prices) : Math.min(...prices));
    const reach = (index * bandBps) / 10_000n;
    if (best !== undefined && (long ? best >= index - reach : best <= index + reach)) {
      const beyond = long ? price - best : best - price;
      if (beyond * unit <= max(0n, this.holdings.balances.get(House.insurance)?.available ?? 0n)) return true;
    }
    return this.holdings.in(p.instrument).some((other) => other.direction !== p.direction && this.holdings.couldPay(other, price));
  }

  /** A warning ends when maintenance is below 70 % of equity. */
  private calm(): void {
    for (const key of this.warned) {
      const [what, id] = key.split(' ');
      const margin = what === 'position' ? this.marginOf(Number(id)) : this.togetherOf(Number(id));
      if (margin === undefined || margin.maintenance * 10n < margin.equity * 7n) this.warned.delete(key);
    }
  }

  private marginOf(position: number): AccountMargin | undefined {
    const found = this.holdings.positions.get(position);
    return found && this.holdings.alone(found);
  }

  private togetherOf(account: number): AccountMargin | undefined {
    return this.holdings.fullOf(account).length === 0 ? undefined : this.holdings.together(account);
  }
}
