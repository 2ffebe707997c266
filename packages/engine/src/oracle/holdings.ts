import { MarginMode, PositionAction, type PositionDirection, Wallet } from '@bourse/protocol/enums';
import type { EngineEvent, PositionEvent } from '../events.ts';
import { type Lots, maintenanceOf, profitOf, sum } from './margin-rules.ts';
import type { Markets } from './markets.ts';

interface OpenOrder {
  account: number;
  reserved: bigint;
  /** A segmented opening order: its reserve backs nothing else. */
  apart: boolean;
}

/** Equity and maintenance in quote units, at the mark price. */
export interface AccountMargin {
  equity: bigint;
  maintenance: bigint;
}

export const lotsOf = (p: { direction: PositionDirection; lots: number; entryValue: number }): Lots => ({
  direction: p.direction,
  lots: BigInt(p.lots),
  entry: BigInt(p.entryValue),
});

/** Positions, contract wallets and order reserves, taken from events, with their value at the mark prices. */
export class Holdings {
  readonly positions = new Map<number, PositionEvent>();
  readonly balances = new Map<number, { available: bigint; frozen: bigint }>();
  /** The asset that margins the contracts. */
  quote = 0;
  private readonly orders = new Map<number, OpenOrder>();
  private readonly markets: Markets;

  constructor(markets: Markets) {
    this.markets = markets;
  }

  hear(event: EngineEvent): void {
    if (event.kind === 'ledger') {
      if (event.wallet === Wallet.contract && event.asset === this.quote)
        this.balances.set(event.account, { available: event.availableAfter, frozen: event.frozenAfter });
    } else if (event.kind === 'order') {
      const { order, account, reserved } = event;
      this.orders.set(order, { account, reserved, apart: this.orders.get(order)?.apart ?? false });
    } else if (event.kind === 'orderTerms') {
      const order = this.orders.get(event.order);
      if (order !== undefined) order.apart = event.action === PositionAction.open && event.mode === MarginMode.segmented;
    } else if (event.kind === 'position') {
      if (event.lots === 0) this.positions.delete(event.position);
      else this.positions.set(event.position, event);
    }
  }

  in(instrument: number): PositionEvent[] {
    return [...this.positions.values()].filter((p) => p.instrument === instrument);
  }

  fullOf(account: number): PositionEvent[] {
    return this.of(account).filter(({ mode }) => mode === MarginMode.full);
  }

  profitOf(p: PositionEvent): bigint {
    const { mark, unit } = this.markets.of(p.instrument);
    return profitOf(lotsOf(p), mark, unit);
  }

  /** The margin of one position alone. */
  alone(p: PositionEvent): AccountMargin {
    const { rules } = this.markets.of(p.instrument);
    return { equity: BigInt(p.margin) + this.profitOf(p), maintenance: maintenanceOf(rules.tiers, BigInt(p.entryValue)) };
  }

  /** The margin of all full-margin positions of an account. What segmented positions and their orders hold backs only themselves, so it does not count. */
  together(account: number): AccountMargin {
    const { available, frozen } = this.balances.get(account)!;
    const full = this.fullOf(account);
    const apart =
      sum(this.of(account).flatMap(({ mode, margin }) => (mode === MarginMode.segmented ? [BigInt(margin)] : []))) +
      sum([...this.orders.values()].flatMap((order) => (order.account === account && order.apart ? [order.reserved] : [])));
    const profit = sum(full.map((p) => this.profitOf(p)));
    return { equity: available + frozen - apart + profit, maintenance: sum(full.map((p) => this.alone(p).maintenance)) };
  }

  /** Whether a position could close at a price out of its own margin or, in full margin, also out of the available balance. */
  couldPay(p: PositionEvent, price: bigint): boolean {
    const left = BigInt(p.margin) + profitOf(lotsOf(p), price, this.markets.of(p.instrument).unit);
    return left >= 0n || (p.mode === MarginMode.full && this.balances.get(p.account)!.available >= -left);
  }

  private of(account: number): PositionEvent[] {
    return [...this.positions.values()].filter((p) => p.account === account);
  }
}
