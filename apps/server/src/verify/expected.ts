import type { EngineEvent, Outcome, SequencedCommand } from '@bourse/engine';
import { isShownOrder, isStatementLine } from '../projections/rows.ts';

export interface ExpectedBalance {
  available: bigint;
  frozen: bigint;
  /** Sums over the statement lines that are kept. */
  linesAvailable: bigint;
  linesFrozen: bigint;
}

/** What the projections must hold after the commands seen so far, reckoned from the replay alone. */
export class Expected {
  /** By `account/wallet/asset`. */
  readonly balances = new Map<string, ExpectedBalance>();
  readonly orders = new Set<number>();
  lines = 0;
  fills = 0;
  transfers = 0;
  answers = 0;

  command({ command, commandId }: SequencedCommand, outcome: Outcome): void {
    if (commandId.some((byte) => byte !== 0)) this.answers += 1;
    if (command.kind === 'transfer' && outcome.ok) this.transfers += 1;
  }

  event(event: EngineEvent): void {
    if (event.kind === 'fill') this.fills += 1;
    else if (event.kind === 'order') {
      if (isShownOrder(event)) this.orders.add(event.order);
    } else if (event.kind === 'ledger') {
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
}
