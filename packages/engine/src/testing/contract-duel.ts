import { AssetKind, InstrumentKind, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { expect } from 'vitest';
import type { Engine } from '../api.ts';
import type { Command } from '../commands.ts';
import { House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import { restoreEngine } from '../engine.ts';
import type { EngineEvent, Outcome } from '../events.ts';
import { ContractBook } from '../oracle/contract-book.ts';
import { Protection } from '../oracle/protection.ts';
import { bookRules, TestVenue, tick, usdt } from './venue.ts';

export { usdt };

export const perp = 3;
export const second = 4;

/** Tiers of the test contracts, entry value in millionths of a USDT. */
export const tiers = [
  { maxNotional: 10_000 * tick, maxLeverage: 50, maintenancePpm: 10_000 },
  { maxNotional: 50_000 * tick, maxLeverage: 20, maintenancePpm: 20_000 },
  { maxNotional: 200_000 * tick, maxLeverage: 5, maintenancePpm: 100_000 },
];

/**
 * Tests contracts by running the engine and a naive book that recomputes positions, wallets and clearing from the fills. The two are compared after each
 * command.
 */
export class ContractDuel extends TestVenue {
  readonly book = new ContractBook(() => BigInt(tick));
  private readonly accounts = new Set<number>([House.fees, House.clearing, House.marketMaker]);

  private readonly compares: boolean;
  private kept: Protection | undefined = new Protection();

  /** Pass `compares: false` for stories with liquidations, which the naive book does not know. */
  constructor(limits: Partial<Limits> = {}, compares = true) {
    super(limits, 1_700_000_000_000);
    this.compares = compares;
    this.apply({ kind: 'defineAsset', asset: 1, code: 'COIN', scale: 3, assetKind: AssetKind.coin });
    this.apply({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin });
    for (const instrument of [perp, second]) {
      this.define(instrument, true);
      this.apply({
        kind: 'defineContract',
        instrument,
        tiers,
        liquidationFeePpm: 5000,
        markBandBps: 50,
        fundingIntervalMs: 28_800_000,
        interestE8: 10_000,
        fundingCapE8: 750_000,
        fundingInParts: true,
      });
    }
  }

  /** Defines the rules of a contract's book. `keepsProtection` says whether held stops stay open. */
  define(instrument: number, keepsProtection: boolean): void {
    if (!keepsProtection) this.kept = undefined;
    this.apply({
      ...bookRules,
      kind: 'defineInstrument',
      instrument,
      symbol: instrument === perp ? 'COIN-PERP' : 'SECOND-PERP',
      instrumentKind: InstrumentKind.contract,
      baseAsset: 1,
      lotUnits: 1000n,
      keepsProtection,
    });
  }

  override apply(command: Command): Outcome {
    if (command.kind === 'openAccount') this.accounts.add(command.account);
    const position = command.kind === 'changeMargin' ? this.engine.position(command.position) : undefined;
    const { outcome, events } = this.send(command);
    this.kept?.hear(events, (fate) => this.count(fate));
    if (this.compares) this.book.take(events);
    if (this.compares && outcome.ok && command.kind === 'changeMargin')
      this.book.changeMargin(
        position!.account,
        position!.instrument,
        position!.direction,
        BigInt(command.add ? command.amount : -command.amount),
      );
    if (outcome.ok) this.checkWhole(command, events);
    if (this.compares) this.compare();
    return outcome;
  }

  /** A second engine in the same state. */
  twin(): Engine {
    return restoreEngine(this.engine.snapshot());
  }

  tick(instrument: number, priceTicks: number): void {
    this.apply({ kind: 'feedTicks', source: 'story', items: [{ instrument, priceTicks, time: this.time }] });
  }

  wallet(account: number): { available: bigint; frozen: bigint } {
    const found = this.engine.balances(account).find(({ wallet, asset }) => wallet === Wallet.contract && asset === usdt);
    return found ?? { available: 0n, frozen: 0n };
  }

  /** Checks that fill-or-kill orders and reversals happen completely or not at all. */
  private checkWhole(command: Command, events: readonly EngineEvent[]): void {
    const killed = command.kind === 'placeContractOrder' && command.tif === TimeInForce.fok && command.triggerTicks === 0;
    if (!killed && command.kind !== 'reversePosition' && command.kind !== 'reverseAllPositions') return;
    for (const event of events) {
      if (event.kind !== 'order' || event.account !== command.account) continue;
      expect(['marketExhausted', 'bandReached', 'immediateRemainder'], describe(command)).not.toContain(event.reason);
      if (killed && event.reason === 'selfTrade') expect(event.reason, describe(command)).toBe('filled');
    }
  }

  private compare(): void {
    for (const account of this.accounts) {
      const { available, frozen } = this.wallet(account);
      expect(available + frozen, `wallet of ${account}`).toBe(this.book.total(account));
      const actual = this.engine.positions(account).map((p) => ({
        instrument: p.instrument,
        direction: p.direction,
        lots: BigInt(p.lots),
        entry: BigInt(p.entryValue),
        margin: BigInt(p.margin),
        unrealised: BigInt(p.unrealised),
      }));
      const expected = this.book.of(account).map((p) => ({
        instrument: p.instrument,
        direction: p.direction,
        lots: p.lots,
        entry: p.entry,
        margin: p.margin,
        unrealised: this.book.profit(p),
      }));
      expect(actual, `positions of ${account}`).toEqual(expected);
    }
  }
}

/** A command as text, for messages. */
export const describe = (command: Command): string =>
  JSON.stringify(command, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
