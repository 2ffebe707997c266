import { AssetKind, InstrumentKind, InstrumentStatus, Wallet } from '@bourse/protocol/enums';
import { expect } from 'vitest';
import type { Command, DefineStock } from '../commands.ts';
import { House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import type { Outcome } from '../events.ts';
import { type NaiveStock, StockBook } from '../oracle/stock-book.ts';
import { StockWarnings } from '../oracle/stock-warnings.ts';
import { bookRules, TestVenue, tick, usdt } from './venue.ts';

export { usdt };

/** ACME follows New York's rules, with credit and shorts. MALAY trades for cash within 10 % of the last close, with stamp duty and a midday break. */
export const acme = 5;
export const malay = 6;
const acmeShare = 11;
const malayShare = 12;
const hour = 3_600_000;
const day = 24 * hour;
/** 00:00 UTC of the first day. */
export const firstDay = 1_700_006_400_000;

export const dayOpen = (n: number) => firstDay + n * day + 14 * hour;
export const dayClose = (n: number) => firstDay + n * day + 20 * hour;

const rules: readonly DefineStock[] = [
  {
    kind: 'defineStock',
    instrument: acme,
    calendar: 1,
    limitBps: 0,
    maxLeverage: 4,
    maintenancePpm: 150_000,
    shortable: true,
    interestPpm: 1000,
    borrowPpm: 2000,
    stampDutyPpm: 0,
    dayTradeRule: true,
    stopsWait: true,
    marginWarnings: true,
  },
  {
    kind: 'defineStock',
    instrument: malay,
    calendar: 2,
    limitBps: 1000,
    maxLeverage: 1,
    maintenancePpm: 300_000,
    shortable: false,
    interestPpm: 0,
    borrowPpm: 0,
    stampDutyPpm: 1000,
    dayTradeRule: false,
    stopsWait: true,
    marginWarnings: true,
  },
];

/**
 * Tests stocks by running the engine and a naive book that recomputes positions and wallets from fills, charges and announcements. The two are compared
 * after each command.
 */
export class StockDuel extends TestVenue {
  readonly book: StockBook;
  /** Undefined when the command limits are so low that margin checks may be left over. */
  private readonly warnings: StockWarnings | undefined;
  private ended = 0;
  private readonly accounts = new Set<number>([House.fees, House.insurance, House.marketMaker, House.loanPool]);

  constructor(limits: Partial<Limits> = {}, days = 40) {
    super(limits, firstDay);
    const naive = (share: number, of: DefineStock): NaiveStock => ({ unit: BigInt(tick), lotUnits: 1n, money: usdt, share, rules: of });
    this.book = new StockBook(
      new Map([
        [acme, naive(acmeShare, rules[0]!)],
        [malay, naive(malayShare, rules[1]!)],
      ]),
    );
    const rulesOf = (instrument: number) => rules.find((one) => one.instrument === instrument)!;
    if (limits.liquidationStepsPerCommand === undefined)
      this.warnings = new StockWarnings(rulesOf, (instrument, lots) => this.book.worth(instrument, lots));
    this.must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin });
    for (const [instrument, asset, symbol] of [
      [acme, acmeShare, 'ACME'],
      [malay, malayShare, 'MALAY'],
    ] as const) {
      this.must({ kind: 'defineAsset', asset, code: symbol, scale: 0, assetKind: AssetKind.share });
      this.define(instrument, true);
    }
    const each = <T>(make: (n: number) => T[]) => Array.from({ length: days }, (_, n) => make(n)).flat();
    this.must({ kind: 'defineCalendar', calendar: 1, sessions: each((n) => [{ open: dayOpen(n), close: dayClose(n) }]) });
    this.must({
      kind: 'defineCalendar',
      calendar: 2,
      sessions: each((n) => [
        { open: dayOpen(n), close: dayOpen(n) + 2 * hour },
        { open: dayOpen(n) + 3 * hour, close: dayClose(n) },
      ]),
    });
    for (const of of rules) this.must(of);
    this.must({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
  }

  /** Defines the rules of a stock's book. `keepsProtection` says whether held stops stay open. */
  define(instrument: number, keepsProtection: boolean): void {
    this.must({
      ...bookRules,
      kind: 'defineInstrument',
      instrument,
      symbol: instrument === acme ? 'ACME' : 'MALAY',
      instrumentKind: InstrumentKind.stock,
      baseAsset: instrument === acme ? acmeShare : malayShare,
      lotUnits: 1n,
      keepsProtection,
    });
  }

  override apply(command: Command): Outcome {
    if (command.kind === 'openAccount') this.accounts.add(command.account);
    const priceTicks = command.kind === 'fundHouse' ? (this.stockOf(command.asset)?.price ?? 0) : 0;
    while (dayClose(this.ended) <= this.time) {
      this.ended += 1;
      this.book.endDay();
    }
    const { outcome, events } = this.send(command);
    for (const event of events)
      this.count(event.kind === 'position' || event.kind === 'order' ? `${event.kind} ${event.reason}` : event.kind);
    if (outcome.ok && command.kind === 'corporateAction') this.book.takeAction(command, events);
    else this.book.take(events);
    if (outcome.ok && command.kind === 'fundHouse' && command.account === House.marketMaker && priceTicks > 0)
      this.book.deliver(command.account, this.stockOf(command.asset)!.instrument, command.amount, BigInt(priceTicks));
    this.warnings?.hear(events);
    if (outcome.ok && command.kind === 'feedTicks') for (const { instrument } of command.items) this.looked(instrument);
    this.compare();
    return outcome;
  }

  /** The engine checks margins with every price at which a stock trades. */
  private looked(instrument: number): void {
    if (this.engine.mode === 'normal' && this.engine.instrument(instrument)!.status === InstrumentStatus.trading)
      this.warnings?.looked(instrument);
  }

  private stockOf(asset: number): { instrument: number; price: number } | undefined {
    const instrument = asset === acmeShare ? acme : asset === malayShare ? malay : 0;
    return instrument === 0 ? undefined : { instrument, price: this.engine.instrument(instrument)!.referenceTicks };
  }

  tick(instrument: number, priceTicks: number): void {
    this.must({ kind: 'feedTicks', source: 'story', items: [{ instrument, priceTicks, time: this.time }] });
  }

  /** Available and frozen amounts of one asset in an account's stock wallet. */
  wallet(account: number, asset = usdt): { available: bigint; frozen: bigint } {
    const found = this.engine.balances(account).find((one) => one.wallet === Wallet.stock && one.asset === asset);
    return { available: found?.available ?? 0n, frozen: found?.frozen ?? 0n };
  }

  shareOf(instrument: number): number {
    return instrument === acme ? acmeShare : malayShare;
  }

  private compare(): void {
    const holdings = new Map(this.book.holdings);
    for (const account of this.accounts) {
      for (const asset of [usdt, acmeShare, malayShare]) {
        const { available, frozen } = this.wallet(account, asset);
        if (available + frozen !== this.book.total(account, asset))
          expect(available + frozen, `account ${account}, asset ${asset}`).toBe(this.book.total(account, asset));
      }
      for (const { instrument, direction, lots, entryValue, margin, loan, leverage } of this.engine.positions(account)) {
        const key = `${account}/${instrument}/${direction}`;
        const naive = holdings.get(key);
        const told = [lots, entryValue, margin, loan, leverage].map(BigInt).join(' ');
        const expected = naive && [naive.lots, naive.entry, naive.margin, naive.loan, naive.leverage].join(' ');
        if (told !== expected) expect(told, `position ${key}`).toBe(expected);
        holdings.delete(key);
      }
    }
    if (holdings.size > 0) expect([...holdings.keys()], 'positions that the engine does not have').toEqual([]);
  }
}
