import type { LedgerEvent } from '@bourse/engine';
import type { AccountWorth } from '@bourse/protocol';
import { ownedOf } from '../wallets/balances.ts';
import { externalFlows } from '../wallets/equity-rows.ts';
import { worthView } from '../wallets/overview.ts';
import type { PushParts } from './pushes.ts';

/** The first change is pushed at once. Changes within this time after it are pushed together. */
const togetherMs = 50;
const outside = new Set(externalFlows);

/** Pushes wallets to listening accounts after a change: every balance and every total, read at one sequence, so that they agree. */
export class WalletPushes {
  private readonly parts: PushParts;
  /** Accounts to push to, and whether money came from outside or left. */
  private waiting = new Map<number, boolean>();
  private running = false;

  constructor(parts: PushParts) {
    this.parts = parts;
  }

  changed(lines: readonly LedgerEvent[]): void {
    for (const { account, flow } of lines) this.waiting.set(account, outside.has(flow) || this.waiting.get(account) === true);
    if (!this.running && this.waiting.size > 0) void this.run();
  }

  private async run(): Promise<void> {
    const { port, log } = this.parts;
    this.running = true;
    while (this.waiting.size > 0) {
      const told = this.waiting;
      this.waiting = new Map();
      await this.tell(told).catch((error) => log.warn({ err: error, venue: port.venue }, 'wallets could not be pushed'));
      await new Promise((resolve) => setTimeout(resolve, togetherMs).unref());
    }
    this.running = false;
  }

  private async tell(accounts: ReadonlyMap<number, boolean>): Promise<void> {
    const { port, hub, market } = this.parts;
    const { seq, value } = await port.read((engine) =>
      [...accounts].map(([account, external]) => ({
        account,
        external,
        owned: ownedOf(engine, market.catalogue, account),
        time: engine.time,
      })),
    );
    for (const { account, external, owned, time } of value) {
      const v: AccountWorth = { ...worthView({ market }, owned), time, external };
      hub.toAccount(port.venue, account, { c: 'wallet', asOf: seq, v });
    }
  }
}
