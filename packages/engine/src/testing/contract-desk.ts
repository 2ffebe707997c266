import { AssetKind, InstrumentKind, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { expect } from 'vitest';
import { House } from '../accounts.ts';
import type { Engine } from '../api.ts';
import type { Command, SequencedCommand } from '../commands.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import type { EngineEvent, Outcome } from '../events.ts';
import type { Limits } from '../limits.ts';
import { ContractBook } from '../oracle/contract-book.ts';

export const usdt = 2;
export const perp = 3;
export const second = 4;
const tick = 1_000_000;

/** Tiers of the test contracts, entry value in millionths of a USDT. */
export const tiers = [
  { maxNotional: 10_000 * tick, maxLeverage: 50, maintenancePpm: 10_000 },
  { maxNotional: 50_000 * tick, maxLeverage: 20, maintenancePpm: 20_000 },
  { maxNotional: 200_000 * tick, maxLeverage: 5, maintenancePpm: 100_000 },
];

/**
 * Contracts under test: the engine, and beside it a naive book that recomputes positions, wallets and clearing from the fills. After each command both
 * are compared, every invariant is checked and the ledger's lines add up.
 */
export class ContractDesk {
  engine: Engine;
  readonly journal: SequencedCommand[] = [];
  readonly events: EngineEvent[] = [];
  readonly seen = new Map<string, number>();
  readonly book = new ContractBook(() => BigInt(tick));
  time = 1_700_000_000_000;
  private readonly accounts = new Set<number>([House.fees, House.clearing, House.marketMaker]);

  private readonly compares: boolean;

  /** `compares` beside the naive book, which knows trading but not liquidation. */
  constructor(limits: Partial<Limits> = {}, compares = true) {
    this.compares = compares;
    this.engine = createEngine({ venue: 'demo', limits: { finishedOrders: 4096, ...limits } });
    this.apply({ kind: 'defineAsset', asset: 1, code: 'COIN', scale: 3, assetKind: AssetKind.coin });
    this.apply({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin });
    for (const instrument of [perp, second]) {
      this.apply({
        kind: 'defineInstrument',
        instrument,
        symbol: instrument === perp ? 'COIN-PERP' : 'SECOND-PERP',
        instrumentKind: InstrumentKind.contract,
        baseAsset: 1,
        quoteAsset: usdt,
        lotUnits: 1000n,
        quoteUnitsPerTickLot: tick,
        minLots: 1,
        maxLots: 1_000_000,
        minNotional: 10 * tick,
        bandBps: 2000,
        takerFeePpm: [1000, 0],
        makerFeePpm: [500, 0],
        status: 1,
      });
      this.apply({
        kind: 'defineContract',
        instrument,
        tiers,
        liquidationFeePpm: 5000,
        markBandBps: 50,
        fundingIntervalMs: 28_800_000,
        interestE8: 10_000,
        fundingCapE8: 750_000,
      });
    }
  }

  apply(command: Command): Outcome {
    const sequenced = { seq: this.engine.seq + 1, time: this.time, commandId: new Uint8Array(16), command };
    this.journal.push(sequenced);
    if (command.kind === 'openAccount') this.accounts.add(command.account);
    const position = command.kind === 'changeMargin' ? this.engine.position(command.position) : undefined;
    const outcome = this.engine.apply(sequenced);
    const name = outcome.ok ? outcome.result.kind : outcome.error;
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1);
    const events = this.engine.takeEvents();
    this.events.push(...events);
    if (this.compares) this.book.take(events);
    if (this.compares && outcome.ok && command.kind === 'changeMargin')
      this.book.changeMargin(
        position!.account,
        position!.instrument,
        position!.direction,
        BigInt(command.add ? command.amount : -command.amount),
      );
    this.checkLines(events);
    if (outcome.ok) this.checkWhole(command, events);
    this.engine.checkInvariants();
    if (this.compares) this.compare();
    return outcome;
  }

  /** Goes on with an engine restored from a snapshot of this one. */
  restart(): void {
    const hash = this.engine.stateHash();
    const restored = restoreEngine(this.engine.snapshot());
    expect(restored.stateHash()).toBe(hash);
    this.engine = restored;
    restored.checkInvariants();
  }

  /** An engine in the same state. */
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

  private checkLines(events: readonly EngineEvent[]): void {
    const sums = new Map<number, bigint>();
    for (const event of events)
      if (event.kind === 'ledger') sums.set(event.posting, (sums.get(event.posting) ?? 0n) + event.availableDelta + event.frozenDelta);
    for (const [posting, sum] of sums) expect(sum, `posting ${posting}`).toBe(0n);
  }

  /** Fill-or-kill and reversals are whole or nothing. */
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
